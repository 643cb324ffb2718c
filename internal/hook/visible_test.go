package hook

import (
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                         "",
		"plain\ntext":              "plain\ntext",
		"a\tb":                     "a b",
		"héllo – “x” 日本 и":         "héllo – “x” 日本 и",
		"a\x1b[2J\r\x00\x7f\u0085": "a�[2J����",
		"a\u200bb\u200c\u200e":     "a�b��",
		"a\u2060\u2061\u2064":      "a���",
		"so\u00adft":               "so�ft",
		"\ufeffbom":                "�bom",
		"\ufff9a\ufffab\ufffb":     "�a�b�",
		"\ue000\U000f0000":         "��",
		"\U000e0001\U000e0041":     "��",
		"\u2028\u2029":             "��",
		"\u202e\u2066":             "��",
		"\u3164\u115f\u034f":       "���",
		"a\ufe0fb\ufe00":           "a�b�",
		"a\U000e0100":              "a�",
		"bad\xff":                  "bad�",
		"👩\u200d💻":                 "👩\u200d💻",
		"👩🏽\u200d🚀":                "👩🏽\u200d🚀",
		"❤\ufe0f\u200d🔥 ✔\ufe0e":   "❤\ufe0f\u200d🔥 ✔\ufe0e",
		"1\ufe0f\u20e3 1\ufe0f":    "1\ufe0f\u20e3 1�",
		"❤\ufe0f\ufe0f":            "❤\ufe0f�",
		"😀\u200d":                  "😀�",
		"😀\u200d\u200d😀":           "😀��😀",
		"a\u200d😀":                 "a�😀",
	} {
		if got := visible(in); got != want {
			t.Errorf("%+q: got %+q, want %+q", in, got, want)
		}
		if got := visible(want); got != want {
			t.Errorf("%+q is not left as it is: %+q", want, got)
		}
	}
}

func TestHidden(t *testing.T) {
	hidden := strings.Repeat("\u00ad\u200b\ue000\ufff9\U000e0041\u200d", 8)
	dir := put(t, t.TempDir(), ".ohrfc/x/rfc.md", "", ".ohrfc/x/evidence.json", demo(t, "evidence.json"),
		".ohrfc/x/state.json", strings.Replace(demo(t, "state.json"), `"design"`, `"des`+hidden+`ign"`, 1),
		".ohrfc/x/checkpoint.md", strings.Replace(strings.ReplaceAll(demo(t, "checkpoint.md"), "- ", "- "+strings.Repeat(hidden, 20)), "# Checkpoint: ", "# Check\u200bpoint: ", 1))
	for _, e := range []struct{ event, in string }{
		{"SessionStart", ""}, {"SessionStart", `{"source":"resume"}`}, {"PreCompact", ""}, {"Stop", firstStop},
		{"PostToolUse", `{"tool_input":{"file_path":".ohrfc/x/checkpoint.md"}}`}, {"PostToolUse", `{"tool_input":{"file_path":".ohrfc/x/state.json"}}`},
	} {
		checkAnswer(t, Claude, e.event, ask(Claude, e.event, at(dir), strings.Replace(e.in, ".ohrfc", dir+"/.ohrfc", 1)))
	}
}
