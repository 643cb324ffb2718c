package protocoltest

// Paths at which tests write the examples of rules.
const (
	ExampleDir   = ".ohrfc/rfc-20261104-sync"                           // the workspace of ohrfc
	ExampleTrack = "conductor/tracks/csv-export_20261104/metadata.json" // the metadata of a track
)
