package save

// Variables of the environment: the key of Linear, and the address of a server that
// stands in for it, for tests.
const (
	KeyVariable = "LINEAR_API_KEY"
	URLVariable = "MDCK_LINEAR_URL"
)
