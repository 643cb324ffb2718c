package settings

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

func TestCalls(t *testing.T) {
	for command, want := range map[string]string{
		"mdck lint":                                "lint decides",
		"mdck":                                     "",
		"mdck --version":                           "",
		"echo mdck lint":                           "",
		"grep mdck-lint x":                         "",
		"echo 'a; mdck lint'":                      "",
		"true # ; mdck lint":                       "",
		"mdck --no-config lint":                    "lint decides",
		"C:\\bin\\mdck.exe lint":                   "lint decides",
		"'/opt/my tools/mdck' lint":                "lint decides",
		"cd x&&/a/mdck lint;mdck 'hook' claude":    "lint perhaps, hook decides",
		"true; mdck lint":                          "lint decides",
		"mdck lint;":                               "lint decides",
		"mdck lint; true":                          "lint perhaps",
		"mdck lint\ntrue":                          "lint perhaps",
		"mdck lint && true":                        "lint perhaps",
		"mdck lint && true | cat":                  "lint perhaps",
		"mdck lint && true || true":                "lint perhaps",
		"mdck lint || true":                        "lint perhaps",
		"mdck lint &":                              "lint decides",
		"mdck lint | cat":                          "lint perhaps",
		"set -o pipefail; mdck lint | cat":         "lint perhaps",
		"cat x | mdck lint":                        "lint decides",
		"(mdck verify)":                            "verify decides",
		"(mdck lint && true) | cat":                "lint perhaps",
		"{ mdck lint; } | cat":                     "lint perhaps",
		"{ mdck lint; }":                           "lint perhaps",
		"if true; then mdck lint; fi":              "lint perhaps",
		"if mdck lint; then true; fi":              "lint perhaps",
		"! mdck lint":                              "lint perhaps",
		"`mdck lint`":                              "lint decides",
		"$(mdck lint)":                             "lint decides",
		"x=$(mdck lint)":                           "lint decides",
		"echo $(mdck lint)":                        "lint decides",
		"echo `mdck lint`":                         "lint decides",
		"echo $(echo $(mdck lint))":                "lint decides",
		"echo '$(mdck lint)'":                      "",
		"bash mdck lint":                           "",
		"eval mdck lint":                           "lint perhaps",
		"A=1 timeout 10 mdck lint >/dev/null 2>&1": "lint perhaps",
		"exec mdck lint":                           "lint perhaps",
		"mdck lint &> log":                         "lint decides",
		"$(":                                       "", "`": "", "'": "", "mdck lint 'x": "lint decides",
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
	deep := strings.Repeat("$(", 10000) + "mdck lint"
	if got := callsIn(deep); len(got) != 1 {
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
		c := callsIn(command)[0]
		if got := fmt.Sprint(strings.Join(c.Args, " "), " ", c.Plain); got != want {
			t.Errorf("%q is handed %q, want %q", command, got, want)
		}
	}
}
