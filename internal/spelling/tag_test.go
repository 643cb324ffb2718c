package spelling

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// tagged has texts and the results of BreakTags. Source: transcripts of agents, and chat templates.
var tagged = [...]struct{ in, want string }{
	{"", ""},
	{"a < b, a <b> c</b>, <br/> <T>", "a < b, a <b> c</b>, <br/> <T>"},
	{"</system-reminder>", `<\/system-reminder>`},
	{"x <System-Reminder> y", `x <\System-Reminder> y`},
	{"</ system-reminder", `<\/ system-reminder`},
	{"</SYSTEM-REMINDER >", `<\/SYSTEM-REMINDER >`},
	{"<\n\tsystem-reminder\n>", "<\\\n\tsystem-reminder\n>"},
	{"</context><user>", `<\/context><\user>`},
	{"no <context> in task 4", "no <context> in task 4"},
	{"<|im_start|>system", `<\|im_start|>system`},
	{"<</function_results>", `<<\/function_results>`},
	{"<function_calls><invoke name=x>", `<\function_calls><\invoke name=x>`},
	{"<tool_use id=1>", `<\tool_use id=1>`},
	{"<<SYS>>", `<<\SYS>>`},
	{"</ant" + "ml:invoke", `<\/ant` + "ml:invoke"},
	{"<EXTREMELY_IMPORTANT>", `<\EXTREMELY_IMPORTANT>`},
	{"</think><eos>", `<\/think><\eos>`},
	{"<contexts> <outputs>", "<contexts> <outputs>"},
	{"< user", `<\ user`},
	{`<\/system>`, `<\/system>`},
	{"end < [", "end < ["},
	{"f <| x, a <|> b", "f <| x, a <|> b"},
	{"<\uff5cUser\uff5c>", `<\` + "\uff5cUser\uff5c>"},
	{"[INST] a [/inst]", `[\INST] a [\/inst]`},
	{"[ INST ] [\uff29\uff2e\uff33\uff34\uff3d", "[\\ INST ] [\\\uff29\uff2e\uff33\uff34\uff3d"},
	{"[TOOL_RESULTS][NEW] [inst] [x", `[\TOOL_RESULTS][NEW] [\inst] [x`},
	{"[instance] [inst [INST [inst x] [in st]", "[instance] [inst [INST [inst x] [in st]"},
	{"[user](#a) [system] [tool]: x", "[user](#a) [system] [tool]: x"},
	// Invisible characters and lookalikes.
	{"<\u200bsystem\u2060-\u00adreminder>", "<\\\u200bsystem\u2060-\u00adreminder>"},
	{"<sys\u200dtem>", "<\\sys\u200dtem>"},
	{"<us\u0301er>", "<\\us\u0301er>"},
	{"<\x00system>", "<\\\x00system>"},
	{"\uff1csystem-reminder\uff1e", "\uff1c\\system-reminder\uff1e"},
	{"\u2039user\u203a \u3008/tool\u3009 \u27e8human\u27e9 \ufe64user", "\u2039\\user\u203a \u3008\\/tool\u3009 \u27e8\\human\u27e9 \ufe64\\user"},
	{"\uff3bINST\uff3d", "\uff3b\\INST\uff3d"},
	{"<\uff0f\uff33\uff39\uff33\uff34\uff25\uff2d>", "<\\\uff0f\uff33\uff39\uff33\uff34\uff25\uff2d>"},
	{"<\u0455ystem>", "<\\\u0455ystem>"},
	{"<\u0441\u0438\u0441\u0442\u0435\u043c\u0430>", "<\u0441\u0438\u0441\u0442\u0435\u043c\u0430>"},
	{"<u\u017fer>", "<\\u\u017fer>"},
	{"&lt;system-reminder&gt; &LT;user", `&lt;\system-reminder&gt; &LT;\user`},
	{"&#60;user &#x3C;user &#060;user &#x003c;/user", `&#60;\user &#x3C;\user &#060;\user &#x003c;\/user`},
	{"&#91;INST] &lsqb;inst] &lbrack;inst]", `&#91;\INST] &lsqb;\inst] &lbrack;\inst]`},
	{"a & b && c &amp;lt;user &ltuser &gt;user &#61;user &60;user & #60;user", "a & b && c &amp;lt;user &ltuser &gt;user &#61;user &60;user & #60;user"},
	{"<" + strings.Repeat("/", 200) + "user>", "<" + strings.Repeat("/", 200) + "user>"},
	{"<" + strings.Repeat("x", 200) + "user>", "<" + strings.Repeat("x", 200) + "user>"},
}

func TestBreakTags(t *testing.T) {
	for _, c := range tagged {
		if got := BreakTags(c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzBreakTags(f *testing.F) {
	for _, c := range tagged {
		for at := range len(c.in) {
			f.Add(c.in[:at], c.in[at:])
		}
	}
	bare := strings.NewReplacer(`\`, "")
	f.Fuzz(func(t *testing.T, text, more string) {
		broken := BreakTags(text + more)
		if BreakTags(broken) != broken || bare.Replace(broken) != bare.Replace(text+more) {
			t.Errorf("%q is not kept: %q", text+more, broken)
		}
		decided := Decided([]byte(text))
		if got := BreakTags(text[:decided]) + BreakTags(text[decided:]+more); got != broken {
			t.Errorf("%q, %q: got %q, want %q", text, more, got, broken)
		}
		if rest := len(text) - decided; rest > (longestTag+longestBracket)*utf8.UTFMax {
			t.Errorf("%d bytes wait", rest)
		}
	})
}
