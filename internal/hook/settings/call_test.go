package settings

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

func TestCalls(t *testing.T) {
	for command, want := range map[string]string{
		"mdck lint":                             "lint decides",
		"mdck":                                  "",
		"mdck --version":                        "",
		"echo mdck lint":                        "",
		"grep mdck-lint x":                      "",
		"true # mdck lint":                      "",
		"mdck --no-config lint":                 "lint decides",
		"C:\\bin\\mdck.exe lint":                "lint decides",
		"'/opt/tools/mdck' lint":                "lint decides",
		"cd x&&/a/mdck lint;mdck 'hook' claude": "lint perhaps, hook decides",
		"true; mdck lint":                       "lint decides",
		"mdck lint;":                            "lint perhaps",
		"mdck lint\ntrue":                       "lint perhaps",
		"mdck lint && true | cat":               "lint perhaps",
		"mdck lint || true":                     "lint perhaps",
		"mdck lint &":                           "lint perhaps",
		"mdck lint | cat":                       "lint perhaps",
		"cat x | mdck lint":                     "lint decides",
		"(mdck verify)":                         "verify perhaps",
		"{ mdck lint; }":                        "lint perhaps",
		"if mdck lint; then true; fi":           "lint perhaps",
		"if true; then mdck lint; fi":           "lint perhaps",
		"`mdck lint`":                           "lint perhaps",
		"echo $(echo $(mdck lint))":             "lint perhaps",
		"bash -c 'mdck lint'":                   "lint decides",
		"bash mdck lint":                        "",
		"A=1 exec mdck lint >/dev/null 2>&1":    "lint perhaps",
		"mdck lint>x 2> y":                      "lint decides",
		"mdck lint &> log":                      "lint perhaps",
		"$(":                                    "", "`": "", "'": "", "mdck lint 'x": "lint decides",
	} {
		h := handlersOf(t, withCommand(`"command":`+jsondoc.Quote(command)))[0]
		var got []string
		for _, c := range h.Calls() {
			got = append(got, c.Command()+" "+map[bool]string{false: "perhaps", true: "decides"}[c.Decides])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q calls %q, want %q", command, got, want)
		}
	}
	for fields, want := range map[string]int{
		`"command":"mdck","args":["lint"]`:      1,
		`"command":"echo","args":["mdck lint"]`: 0,
	} {
		if got := handlersOf(t, withCommand(fields))[0].Calls(); len(got) != want {
			t.Errorf("{%s} calls %v, want %d", fields, got, want)
		}
	}
	deep := Handler{Command: strings.Repeat("$(", 10000) + "mdck lint"}
	if got := deep.Calls(); len(got) != 1 {
		t.Errorf("10,000 levels call %v", got)
	}
}

func TestCallArgs(t *testing.T) {
	for command, want := range map[string]string{
		"mdck hook claude Stop 2>/dev/null":      "hook claude Stop true",
		"mdck hook claude Stop > 'my log' 2> x":  "hook claude Stop true",
		"mdck hook claude \"$EVENT\"":            "hook claude $EVENT false",
		"cd x && 'mdck' hook claude 'my  event'": "hook claude my  event true",
	} {
		h := Handler{Command: command}
		c := h.Calls()[0]
		if got := fmt.Sprint(strings.Join(c.Args, " "), " ", c.Plain); got != want {
			t.Errorf("%q is handed %q, want %q", command, got, want)
		}
	}
}
