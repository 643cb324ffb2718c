// What mdck is measured beside. A module of its own, so that installing ./... of
// the repository installs mdck alone.
module mdck/bench/floors

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/goccy/go-yaml v1.19.2
	github.com/sergi/go-diff v1.4.0
	github.com/yuin/goldmark v1.8.7
)
