package ohrfc

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func checkClaim(key, format string) func(*ruleUnit) {
	return func(u *ruleUnit) {
		for _, v := range u.unit.Verdicts {
			if v.Key == key && v.Status == claim.Stale {
				u.Find(v.Span, format, v.Recorded, v.Actual)
			}
		}
	}
}

func checkRoundMismatch(u *ruleUnit, c *Checkpoint) {
	recorded, ok := c.Meta.Artifact.Round.Int()
	newest := c.NewestRound()
	if !ok || recorded == newest {
		return
	}
	f := lint.NewFinding(c.Meta.Artifact.Round.Span, "gate_b_round is %d, but the newest round in the file is %d", recorded, newest)
	switch {
	case newest == 0:
		f.Message = fmt.Sprintf("gate_b_round is %d, but the file has no Gate-B round", recorded)
	case recorded == newest-1:
		f.Severity = lint.Warning
	}
	u.Add(f)
}

func checkStateMismatch(u *ruleUnit) {
	if u.State == nil {
		return
	}
	if u.lost() {
		u.Add(u.inState("checkpoint_version", "checkpoint_version is %d, but %s is missing", u.State.Version(), CheckpointFile))
	}
	for _, v := range u.unit.Verdicts {
		f := factOf(v.Key)
		if v.Status != claim.Stale || f.Key == TitleKey || f.state == "" {
			continue
		}
		u.Add(lint.Finding{
			Span:     v.Span,
			Message:  fmt.Sprintf("%s in Meta is %s, but %s in state.json is %s", f.Key, v.Recorded, f.state, v.Actual),
			Fix:      mismatchFix(u, v, f),
			Severity: mismatchSeverity(v),
		})
	}
}

// mismatchSeverity returns Warning if state.json is one round ahead, or else 0, the severity of the
// rule.
func mismatchSeverity(v claim.Verdict) lint.Severity {
	recorded, ok := number(v.Recorded)
	if actual, known := number(v.Actual); v.Key == claimRound && ok && known && actual == recorded+1 {
		return lint.Warning
	}
	return 0
}

func mismatchFix(u *ruleUnit, v claim.Verdict, f *Fact) *lint.Fix {
	from := u.unit.From
	if v.Key == claimVersion {
		from = lint.FromMeta
		actual, _ := number(v.Actual) // also if state.json has it as a string
		if max(actual, u.State.Version()) > u.Checkpoint.Meta.Version {
			from = lint.FromState
		}
	}
	switch from {
	case lint.FromState:
		if value := f.inMeta(u.Checkpoint, v.Actual); value != "" {
			return lint.FixOf("", source.Replace(v.Span, value))
		}
	case lint.FromMeta:
		return stateFix(u, f.state, f.inState(v.Recorded))
	}
	return nil
}

func stateFix(u *ruleUnit, key, value string) *lint.Fix {
	edits, err := u.State.Doc.Set(value, key)
	if err != nil {
		return nil
	}
	return lint.FixOf(u.path(StateFile), edits...)
}

func checkVersion(u *ruleUnit, c *Checkpoint) {
	if c.Meta.Version < 0 {
		return
	}
	for _, record := range []*lint.Record{u.unit.Last, baseRecord(u)} {
		if record == nil || record.Version != c.Meta.Version || record.Content == c.contentHash() {
			continue
		}
		u.Find(c.Meta.Field(VersionKey).Span, "the content differs from version %d in %s, but checkpoint_version is still %[1]d", record.Version, record.Source)
		return
	}
}

func baseRecord(u *ruleUnit) *lint.Record {
	if u.unit.Base == nil {
		return nil
	}
	text, err := source.ReadFile(u.unit.Base, u.CheckpointPath)
	if err != nil {
		return nil
	}
	hash, version := content(text)
	return &lint.Record{Version: version, Content: hash, Source: "the last commit"}
}

func schemaRule(file string, table func() jsondoc.Field, more func(*ruleUnit)) func(*ruleUnit) {
	table = sync.OnceValue(table)
	return func(u *ruleUnit) {
		path := u.path(file)
		doc := u.docs[file]
		if doc == nil {
			u.Add(u.unit.Checkpoint().SyntaxFindings(path)...)
			return
		}
		for _, p := range doc.Check(table()) {
			u.Add(lint.ProblemFinding(path, p, p.Class == jsondoc.Unknown))
		}
		if more != nil {
			more(u)
		}
	}
}

// stateDetails turns some findings into warnings, because the protocol's own documents break its
// schema.
func stateDetails(u *ruleUnit) {
	state := u.State
	folded := Strictness(state.Strictness())
	for key, mild := range map[string]bool{
		"gate_b_result": state.str("gate_b_result") == "skip", "strictness": folded != "",
		"created_at": readableTime(state, "created_at"), "updated_at": readableTime(state, "updated_at"),
	} {
		v := state.get(key)
		i := slices.IndexFunc(u.Found, func(f lint.Finding) bool { return v != nil && v.Span == f.Span })
		if !mild || i < 0 {
			continue
		}
		if u.Found[i].Severity = lint.Warning; key == "gate_b_result" {
			u.Found[i].Fix = stateFix(u, key, "null")
		}
	}
	if _, want := roundsAndReviewers(folded); folded != "" && want != 3 && state.int("reviewer_count") == 3 {
		f := u.inState("reviewer_count", "reviewer_count is 3; expected %d, because strictness is %s", want, folded)
		f.Severity = lint.Warning
		u.Add(f)
	}
}

func readableTime(state *State, key string) bool {
	text := state.str(key)
	_, ok := readTime(text)
	return ok || slices.Contains([]string{"", "N/A", "pending", "PAUSED"}, text) // informal values for no time
}

func evidenceDetails(u *ruleUnit) {
	items := u.value(EvidenceFile, "items")
	if items == nil {
		return
	}
	for i, item := range items.Elements {
		kind, ok := item.Get("source_type").Str()
		if !ok || kind == userInput || item.Get("repo_rev") != nil {
			continue
		}
		f := lint.NewFinding(source.Between(item.Span.Start, item.Span.Start+1), "items[%d] has no %q; expected one, because source_type is %s", i, "repo_rev", kind)
		f.Path = u.path(EvidenceFile)
		u.Add(f)
	}
}

func checkSummaryMissing(u *ruleUnit) {
	if u.State.Round() == 0 || u.has(SummaryFile) {
		return
	}
	u.Add(u.inState("gate_b_round", "gate_b_round is %d, but %s is missing", u.State.Round(), SummaryFile))
}

func checkMeta(u *ruleUnit, c *Checkpoint) {
	if c.Meta.Section == nil {
		u.Add(lint.Finding{Span: c.Top(), Message: "no section \"## Meta\""})
		return
	}
	for _, key := range MetaKeys {
		f := c.Meta.Field(key)
		if f == nil {
			u.Find(c.Meta.Section.Heading, "Meta has no %q", key)
			continue
		}
		keyFindings(u, c, f)
		valueFindings(u, c, f)
	}
}

func keyFindings(u *ruleUnit, c *Checkpoint, f *Field) {
	if f.Name != f.Key {
		u.Add(casing(f.NameSpan, f.Name, f.Key))
	}
	for i := range c.Meta.Fields {
		if other := &c.Meta.Fields[i]; other != f && other.Key == f.Key {
			line := c.Document.File.Line(f.NameSpan.Start)
			u.Find(other.NameSpan, "%s already exists in line %d", f.Key, line)
		}
	}
}

func casing(span source.Span, is, want string) lint.Finding {
	return lint.Finding{
		Span: span, Severity: lint.Warning, Message: fmt.Sprintf("%q is in the wrong case; expected %q", is, want),
		Fix: lint.FixOf("", source.Replace(span, want)),
	}
}

func valueFindings(u *ruleUnit, c *Checkpoint, f *Field) {
	span := f.Span
	if f.Value == "" {
		span = f.NameSpan
	}
	if f.Key == ArtifactKey {
		artifactFindings(u, c, span)
		return
	}
	fact := factOf(f.Key)
	switch spelled := fact.Spell(f.Value); {
	case spelled == "":
		u.Find(span, "%s is %q; expected %s", f.Key, f.Value, fact.want)
	case f.Key == VersionKey && c.Meta.Version == 0:
		u.Warn(span, "checkpoint_version is 0, which means that no checkpoint exists; the first write makes it 1")
	case fact.cased && spelled != f.Value:
		u.Add(casing(span, f.Value, spelled))
	}
}

func artifactFindings(u *ruleUnit, c *Checkpoint, span source.Span) {
	var lacks []string
	var cased []lint.Finding
	for i := range Facts[inArtifact:] {
		f := &Facts[inArtifact+i]
		part := c.Recorded(f)
		if part.Text == "" {
			lacks = append(lacks, f.want)
		} else if spelled := f.Spell(part.Text); f.cased && spelled != part.Text {
			cased = append(cased, casing(part.Span, part.Text, spelled))
		}
	}
	if len(lacks) > 0 {
		u.Find(span, "artifact_state has no %s", strings.Join(lacks, ", "))
		return
	}
	u.Add(cased...)
}
