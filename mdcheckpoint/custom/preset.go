package custom

import "mdck/mdcheckpoint/protocol"

// presets returns formats of files that are called the same in many projects. Sources: Claude Code
// recommends 200 lines for CLAUDE.md and warns above 40,000 characters; the template of STATE.md says
// that it stays below 100 lines. A STATE.md in .planning is that of plans.
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
