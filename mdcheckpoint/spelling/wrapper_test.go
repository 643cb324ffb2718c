package spelling

import (
	"strings"
	"testing"
)

// TestUnwrapped checks that the tags of agents are broken, others left alone, that nothing is
// lost, and that what was broken is not broken again.
func TestUnwrapped(t *testing.T) {
	broken := strings.NewReplacer(`<\`, "<", `[\`, "[")
	for in, want := range map[string]string{
		"":                              "",
		"a < b, a <b> c</b>, <br/> <T>": "a < b, a <b> c</b>, <br/> <T>",
		"</system-reminder>":            `<\/system-reminder>`,
		"x <System-Reminder> y":         `x <\System-Reminder> y`,
		"</ system-reminder":            `<\/ system-reminder`,
		"</context><user>":              `<\/context><\user>`,
		"<|im_start|>system":            `<\|im_start|>system`,
		"<</function_results>":          `<<\/function_results>`,
		"<tool_use id=1>":               `<\tool_use id=1>`,
		"<<SYS>>":                       `<<\SYS>>`,
		"</ant" + "ml:invoke":           `<\/ant` + "ml:invoke",
		"<contexts> <outputs>":          "<contexts> <outputs>",
		"< user":                        `<\ user`,
		`<\/system>`:                    `<\/system>`,
		"end < [":                       "end < [",
		"<\uff5cUser\uff5c>":            `<\` + "\uff5cUser\uff5c>",
		"[INST] a [/inst]":              `[\INST] a [\/inst]`,
		"[TOOL_RESULTS][NEW] [inst] [x": `[\TOOL_RESULTS][NEW] [\inst] [x`,
		"[instance] [inst [INST":        "[instance] [inst [INST",
	} {
		got := Unwrapped(in)
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		if Unwrapped(got) != got || broken.Replace(got) != broken.Replace(in) {
			t.Errorf("%q is not kept: %q", in, got)
		}
	}
}
