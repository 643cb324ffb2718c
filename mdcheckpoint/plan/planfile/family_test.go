package planfile

import (
	"strings"
	"testing"
)

const quickFront = "---\nquick_id: 261005-abc\ndescription: Tidy the page\n---\n"

func TestFamilies(t *testing.T) {
	const sections = "\n# Cards\n\n## Task 1: Draw them\n\nText.\n"
	const feature = "<feature>\n  <name>Parser</name>\n  <behavior>1 is 1</behavior>\n</feature>\n"
	for name, c := range map[string]struct {
		path, text string
		needs      []string
	}{
		"tags":                     {"03-06-PLAN.md", strings.Replace(head, "false", "true", 1) + auto, []string{"phase", "plan", "wave", "autonomous", "depends_on"}},
		"only an objective":        {"03-06-PLAN.md", "---\nphase: 3\nplan: 06\nwave: 1\nautonomous: true\ndepends_on: []\n---\n<objective>a</objective>\n" + auto, []string{"phase", "plan", "wave", "autonomous", "depends_on"}},
		"tdd":                      {"03-06-PLAN.md", "---\nphase: 3\nplan: 06\ntype: tdd\n---\n" + feature, []string{"phase", "plan"}},
		"sections with a wave":     {"03-06-PLAN.md", "---\nwave: 1\nautonomous: true\ndepends_on: []\n---\n" + sections, []string{"autonomous", "depends_on"}},
		"sections":                 {"phases/03-a/PLAN.md", "---\nphase: 03-a\nstatus: planned\n---\n" + sections, nil},
		"only sections":            {"phases/03-a/PLAN.md", sections, nil},
		"a quick task by id":       {"x-PLAN.md", quickFront + auto, nil},
		"a quick task by type":     {"x-PLAN.md", "---\ntype: quick\nautonomous: true\n---\n" + auto, nil},
		"a quick task by mode":     {"x-PLAN.md", "---\nmode: quick-full\n---\n" + auto, nil},
		"a quick phase":            {"x-PLAN.md", "---\nphase: quick-16\n---\n" + auto, nil},
		"a folder of quick tasks":  {"quick/001-a/001-PLAN.md", "# Tidy\n\n" + auto, nil},
		"an id for phase and plan": {"03-06-PLAN.md", "---\nid: \"03-06\"\nwave: 1\nautonomous: true\ndepends_on: []\n---\n" + auto, []string{"wave", "autonomous", "depends_on"}},
	} {
		if got := problems(parseAs(t, c.path, c.text)); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
		for _, key := range planKeys {
			at := strings.Index(c.text, "\n"+key+":")
			if at < 0 || strings.HasPrefix(c.text[at:], "\nphase: quick") {
				continue
			}
			got := problems(parseAs(t, c.path, c.text[:at]+c.text[lineEnd(c.text, at+1)-1:]))
			needed := strings.Contains(strings.Join(c.needs, " "), key)
			if (len(got) > 0) != needed || needed && !strings.Contains(got[0], `no "`+key+`"`) {
				t.Errorf("%s without %s: %q", name, key, got)
			}
		}
	}
}

func TestNoTask(t *testing.T) {
	for text, found := range map[string]bool{
		head:                           true,
		head + "\n# Cards\n\nLater.\n": true,
		head + "\n# Cards\n\nTasks:\n1. One\n2. Two\n": false,
		head + "\n* One\n": false, head + "\n1) One\n": false, head + "\n2. Two\n": false, head + "\n```\n- One\n```\n": true,
		head + "<objective>\n- One\n</objective>\n":                                             true,
		head + "<tasks>\n</tasks>\n":                                                            true,
		head + "<objective>a</objective>\n":                                                     true,
		head + "<objective>\n## Why\n</objective>\n":                                            true,
		head + "\n# Cards\n\n## Tasks\n\n- one\n":                                               false,
		head + "<objective>a</objective>\n\n## Tasks\n\n### 1. One\n":                           false,
		head + "<feature>\n<name>a</name>\n<behavior>b</behavior>\n</feature>\n":                false,
		head + "<checkpoint type=\"checkpoint:decision\"><decision>a</decision></checkpoint>\n": false,
		quickFront + "1. One\n":                                                                 false,
	} {
		got := strings.Join(problems(parse(t, text)), "\n")
		if strings.Contains(got, "no task") != found {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestOtherTasks(t *testing.T) {
	for text, want := range map[string]string{
		"<feature>\n<name>a</name>\n</feature>\n<feature>\n<name>b</name>\n</feature>": "1 tdd a, 2 tdd b",
		"<feature>\n<name>a</name>\n</feature>\n" + verify:                             "1 tdd a, 2 checkpoint:human-verify a",
		"<checkpoint type=\"checkpoint:human-verify\">\n<name>a</name>\n</checkpoint>": "1 checkpoint:human-verify a",
		"<feature>a</feature>":                                                       "",
		"<feature>\n<name>a</name>\n":                                                "",
		"The <feature><name>a</name></feature>":                                      "",
		"<feature type=\"x\">\n<name>a</name></feature>":                             "",
		"<checkpoint type=\"x\">a</checkpoint>":                                      "",
		"<task type=\"auto\"><name>a</name><feature><name>b</name></feature></task>": "1 auto a",
	} {
		var got []string
		for _, task := range parse(t, head+text).Tasks {
			got = append(got, strings.Join([]string{string(rune('0' + task.Number)), task.Type, task.Text(NameTag, BuiltTag)}, " "))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: tasks are %q, want %q", text, got, want)
		}
	}
}

func TestTextBeforeFrontMatter(t *testing.T) {
	for before, is := range map[string]bool{
		"":                                   true,
		"\n\n":                               true,
		"<!-- Copyright A. Maker, MIT -->\n": true,
		"<!--\nCopyright A. Maker\n\n---\nMIT\n-->\n\n": true,
		"<!-- a -->\n\n<!-- b -->\n":                    true,
		"<!-- a --> <!-- b -->\n":                       true,
		"# SPDX-License-Identifier: MIT\n":              true,
		"// SPDX-License-Identifier: MIT\n":             true,
		"<!-- open\n":                                   false,
		"Text.\n":                                       true,
		"<!-- prettier-ignore-start -->\n**Status:** open\n<!-- prettier-ignore-end -->\n\n": true,
		"Text.\n---\n": false,
	} {
		for _, style := range styles {
			p := parse(t, style.Of(before+head+auto))
			if p.Front.Is != is || is && (p.ID().String() != "03-06" || !strings.HasPrefix(p.File.Text[p.Front.Span.Start:], "---") || p.Front.Phase != "3") {
				t.Errorf("%s, behind %q: %t, %s", style.Name, before, p.Front.Is, p.ID())
			}
		}
	}
	for _, text := range []string{"# Title\n\n---\n\n## Part\n\n---\n", "# Title\n---\nGoal: all\n---\n", "<!-- a -->\n---\nphase: 3\n", "# Title\n---\nIt is: so\n---\n"} {
		if p := parse(t, text); p.Front.Is {
			t.Errorf("%q has front matter", text)
		}
	}
}
