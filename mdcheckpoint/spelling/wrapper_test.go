package spelling

import (
	"strings"
	"testing"
)

// TestUnwrapped holds that the tags of agents are broken, others left alone, that nothing is
// lost, and that what was broken is not broken again.
func TestUnwrapped(t *testing.T) {
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
		"end <":                         "end <",
	} {
		got := Unwrapped(in)
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		if Unwrapped(got) != got || strings.ReplaceAll(got, `<\`, "<") != strings.ReplaceAll(in, `<\`, "<") {
			t.Errorf("%q is not kept: %q", in, got)
		}
	}
}
