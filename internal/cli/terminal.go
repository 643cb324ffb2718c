package cli

// wantsColour reports whether out is to have colours, and all that is for a person
// alone: where the flag says so, else on a terminal that can show them, unless the
// user wants none anywhere (no-color.org).
func wantsColour(flag string, out any, getenv func(string) string) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(out) && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && readsEscapes(out)
}
