package ohrfc

import (
	"errors"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func parseInput(key string, only *schema.Subsection, text string) (*protocol.Input, error) {
	in := protocol.NewInput(Format, Group(key), only)
	return in, in.Parse(text)
}

// written formats input as "round slug: bullet | bullet; …".
func written(in *protocol.Input) string {
	var parts []string
	for _, f := range in.Parts {
		parts = append(parts, f.Subsection.Slug()+": "+strings.Join(f.Bullets, " | "))
	}
	text := strings.Join(parts, "; ")
	if n, _ := number(in.Value); n != 0 {
		text = "round " + in.Value + "; " + text
	}
	return text
}

func TestParseInput(t *testing.T) {
	for name, e := range map[string]struct{ key, text, want string }{
		"titles":        {DiscoverKey, "### User Intent Signals\n- a\n- b\n\n### Scan Insights\n\n* c\n", "user-intent-signals: a | b; scan-insights: c"},
		"slugs":         {DiscoverKey, "### scan-insights\n- a\n### ACTIVE\n- b\n", "scan-insights: a; active-tensions: b"},
		"emphasis":      {DiscoverKey, "### **Scan Insights**\n- a\n", "scan-insights: a"},
		"twice":         {DiscoverKey, "### Scan\n- a\n### User\n- b\n### Scan\n- c\n", "scan-insights: a | c; user-intent-signals: b"},
		"section":       {DiscoverKey, "## DISCOVER Exit\n<!-- c -->\n\n---\n\n### Scan\n- a\n", "scan-insights: a"},
		"level 1":       {DiscoverKey, "# discover  exit\n### Scan\n- a\n", "scan-insights: a"},
		"setext":        {DiscoverKey, "DISCOVER Exit\n---\n### Scan\n- a\n", "scan-insights: a"},
		"wrapped":       {DiscoverKey, "### Scan\n- a  b\n  c\n\n  d\n- e\nf\r\n", "scan-insights: a  b c d | e f"},
		"nested":        {DiscoverKey, "### Scan\n- a\n  - b\n", "scan-insights: a - b"},
		"ordered":       {DiscoverKey, "### Scan\n1. a\n2. b\n", "scan-insights: a | b"},
		"empty bullet":  {DiscoverKey, "### Scan\n-\n- a\n", "scan-insights: a"},
		"comments":      {DiscoverKey, "<!-- x -->\n### Scan\n<!-- 2-4 bullets -->\n- a\n***\n", "scan-insights: a"},
		"nothing":       {DiscoverKey, " \n", ""},
		"crlf":          {DiscoverKey, "### Scan\r\n- a\r\n", "scan-insights: a"},
		"beginning":     {GateBKey, "### Active Tensions\n- New: a\n", "active-tensions-updated: New: a"},
		"round":         {GateBKey, "## Gate-B Round 3 Exit\n### What\n- a\n", "round 3; what-changed-this-round: a"},
		"round 0":       {GateBKey, "## Gate-B Round 0 Exit\n### What\n- a\n", "what-changed-this-round: a"},
		"json":          {DiscoverKey, ` {"scan-insights": ["a", " b\nc "], "User Intent Signals": ["d"]}`, "scan-insights: a | b c; user-intent-signals: d"},
		"json bom":      {DiscoverKey, "\ufeff{\"scan\": [\"a\"]}", "scan-insights: a"},
		"json section":  {GateBKey, `{"section": "gate-b", "round": 2, "what": ["a"]}`, "round 2; what-changed-this-round: a"},
		"of a prompt":   {DiscoverKey, "### Scan Insights (2 to 4 bullets)\n- a\n", "scan-insights: a"},
		"json prompt":   {GateBKey, `{"prompt": {"what": 1, "x": [{}]}, "what": ["a"]}`, "what-changed-this-round: a"},
		"json no texts": {GateBKey, `{"what": [], "active": [""]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			in, err := parseInput(e.key, nil, e.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := written(in); got != e.want {
				t.Errorf("got %q, want %q", got, e.want)
			}
		})
	}
}

func TestParseInputOfOne(t *testing.T) {
	scan := only(t, DiscoverKey, "scan")[0].Subsection
	for text, want := range map[string]string{
		"- a\n- b": "scan-insights: a | b", "### Scan\n- a": "scan-insights: a", "- a\n\n### Scan\n- b": "scan-insights: a | b",
		"## DISCOVER Exit\n### Scan\n- a": "scan-insights: a", `{"scan": ["a"]}`: "scan-insights: a",
	} {
		in, err := parseInput(DiscoverKey, scan, text)
		if err != nil || written(in) != want {
			t.Errorf("%q gives %+v, %v, want %q", text, in, err, want)
		}
	}
	for _, text := range []string{"### User\n- a", `{"user": ["a"]}`, "prose"} {
		if in, err := parseInput(DiscoverKey, scan, text); err == nil {
			t.Errorf("%q gives %+v", text, in)
		}
	}
}

func TestParseInputRefuses(t *testing.T) {
	for name, e := range map[string]struct{ key, text, want string }{
		"no heading":      {DiscoverKey, "«»- a\n", "such as \"### "},
		"no subheading":   {DiscoverKey, "## DISCOVER Exit\n\n«»- a\n", "such as \"### "},
		"prose on top":    {DiscoverKey, "«»Here it is:\n\n### Scan\n- a\n", "such as \"### "},
		"prose below":     {DiscoverKey, "## DISCOVER Exit\n«»Here it is:\n\n### Scan\n- a\n", "such as \"### "},
		"prose":           {DiscoverKey, "### Scan\n- a\n\n«»prose\n", "expected lines that start with"},
		"quote":           {DiscoverKey, "### Scan\n«»> a\n", "expected lines that start with"},
		"definition":      {DiscoverKey, "### Scan\n«»[a]: /target\n", "expected lines that start with"},
		"code":            {DiscoverKey, "### Scan\n«»```\na\n```\n", "expected lines that start with"},
		"code in bullet":  {DiscoverKey, "### Scan\n- a\n  > «»```\n  > b\n  > ```\n", "code block"},
		"indented":        {DiscoverKey, "### Scan\n- a\n\n      «»b\n", "code block"},
		"open fence":      {DiscoverKey, "### Scan\n- a\n\n«»```\nb\n", "is not closed"},
		"open comment":    {DiscoverKey, "### Scan\n- a\n\n«»<!-- b\n", "is not closed"},
		"wrong section":   {DiscoverKey, "«»## DESIGN Exit\n### Scan\n- a\n", "DISCOVER Exit"},
		"whole file":      {DiscoverKey, "«»# Checkpoint: rfc-1\n", "DISCOVER Exit"},
		"unknown":         {DiscoverKey, "«»### Insights\n- a\n", "user-intent-signals, scan-insights, active-tensions"},
		"ambiguous":       {DesignKey, "«»### D\n- a\n", "has design-reasoning-notes, decision-interdependencies"},
		"empty heading":   {DiscoverKey, "«»###\n- a\n", "scan-insights"},
		"deeper":          {DiscoverKey, "### Scan\n- a\n«»#### More\n- b\n", "no subsection"},
		"front matter":    {DiscoverKey, "«»---\n### Scan\n- a\n---\n### User\n- b\n", "front matter"},
		"not UTF-8":       {DiscoverKey, "### Scan\n- «»\xff\n", "UTF-8"},
		"json syntax":     {DiscoverKey, "{«»,}", "JSON"},
		"json unknown":    {DiscoverKey, `{«»"insights": []}`, "user-intent-signals, scan-insights"},
		"json no list":    {DiscoverKey, `{"scan": «»"a"}`, "list of strings"},
		"json no text":    {DiscoverKey, `{"scan": ["a", «»1]}`, "expected a string"},
		"json section":    {DiscoverKey, `{"section": «»"design"}`, `expected "discover"`},
		"json round":      {GateBKey, `{"round": «»"2"}`, "whole number"},
		"json round -1":   {GateBKey, `{"round": «»-1}`, "whole number"},
		"json round half": {GateBKey, `{"round": «»1.5}`, "whole number"},
	} {
		t.Run(name, func(t *testing.T) {
			text, span := protocoltest.Marked(t, e.text)
			in, err := parseInput(e.key, nil, text)
			if err == nil {
				t.Fatalf("got %+v", in)
			}
			place, ok := errors.AsType[*source.Error](err)
			if want := source.NewFile("input", text).Position(span.Start); !ok || place.Pos != want || !strings.Contains(err.Error(), e.want) {
				t.Errorf("got %v, want %s: … %s", err, want, e.want)
			}
		})
	}
}

func TestAddBullet(t *testing.T) {
	scan := only(t, DiscoverKey, "scan")[0].Subsection
	for _, e := range []struct {
		only *schema.Subsection
		arg  string
		want string // "" for an error
		hint string
	}{
		{nil, "scan-insights=a", "scan-insights: a", ""},
		{nil, "scan=a=b", "scan-insights: a=b", ""},
		{nil, "Scan Insights = - a\n b ", "scan-insights: a b", ""},
		{nil, "user=* a", "user-intent-signals: a", ""},
		{nil, "a", "", "user-intent-signals, scan-insights, active-tensions"},
		{nil, "=a", "", "user-intent-signals, scan-insights, active-tensions"},
		{nil, "mine=a", "", "user-intent-signals, scan-insights, active-tensions"},
		{nil, "scan", "", "user-intent-signals, scan-insights, active-tensions"},
		{nil, "scan= ", "", ""},
		{nil, "scan=- ", "scan-insights: -", ""},
		{scan, "a", "scan-insights: a", ""},
		{scan, "scan=a", "scan-insights: a", ""},
		{scan, "user=a", "scan-insights: user=a", ""},
		{scan, "x=1", "scan-insights: x=1", ""},
		{scan, "", "", ""},
	} {
		in := protocol.NewInput(Format, Group(DiscoverKey), e.only)
		err := in.AddBullet(e.arg)
		if got := written(in); got != e.want || (err == nil) != (e.want != "") {
			t.Errorf("%q gives %q, %v, want %q", e.arg, got, err, e.want)
		}
		if request, ok := errors.AsType[*protocol.RequestError](err); err != nil && (!ok || e.hint != strings.TrimPrefix(request.Hint, "subsections: ")) {
			t.Errorf("%q gives %#v, want the hint %q", e.arg, err, e.hint)
		}
	}
}
