// What mdck is measured beside. A module of its own, so that installing ./... of
// the repository installs mdck alone.
module mdck/bench/floors

go 1.26.0

require github.com/yuin/goldmark v1.8.7
