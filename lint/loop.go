package lint

// loopRules are the rules about the tracks of the evaluate loop.
func loopRules() []Rule { return nil }
