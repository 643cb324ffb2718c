package custom

import "mdck/mdcheckpoint/protocol"

// presets returns formats for common files. Sources: Claude Code recommends 200 lines for CLAUDE.md
// and warns above 40,000 characters; the template of STATE.md asks for less than 100 lines.
func presets() []protocol.Preset {
	return []protocol.Preset{
		preset("claude-md", `["**/CLAUDE.md"]`, "200", "characters", "40000"),
		preset("agents-md", `["**/AGENTS.md"]`, "200", "characters", "40000"),
		preset("state-md", `["STATE.md", "docs/STATE.md"]`, "100", "tokens", "2500"),
	}
}

func preset(name, files, lines, unit, most string) protocol.Preset {
	return protocol.Preset{Key: setting, Name: name, Fields: [][2]string{{keyFiles, files}, {keyLines, lines}, {unit, most}}}
}
