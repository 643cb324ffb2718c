package cli

const loopAbout = `Keeps conductor/tracks/*/metadata.json, the state of the evaluate loop for a track.`

func loopFamily() family {
	return family{"loop", loopAbout, "", []string{"mdck loop resume"}, loopCommands}
}

// loopCommands are the commands below loop, one row a line.
func loopCommands() []command {
	return []command{}
}
