package position

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
)

type shape struct {
	state, roadmap string
	files          string // paths below .planning; "*" after a plan means a summary
	texts          map[string]string
	committed      map[string]int // day in March 2026 of the last commit, by path below .planning
	want           string         // kind and phase or plan; ";" and the number of other answers; "?" if unsure
}

func (s *shape) project() *Project {
	tree := fstest.MapFS{}
	put := func(name, text string) { tree[".planning/"+name] = &fstest.MapFile{Data: []byte(text)} }
	if s.state != "" {
		put("STATE.md", s.state)
	}
	if s.roadmap != "" {
		put("ROADMAP.md", s.roadmap)
	}
	for _, name := range strings.Fields(s.files) {
		bare, done := strings.CutSuffix(name, "*")
		if !strings.HasSuffix(bare, ".md") {
			if done {
				put("phases/"+bare+"-SUMMARY.md", "done\n")
			}
			bare = "phases/" + bare + "-PLAN.md"
		}
		put(bare, planFile("autonomous: true", 1))
	}
	for name, text := range s.texts {
		put(name, text)
	}
	git := bootstrap.Repository{}
	if s.committed != nil {
		git.Committed = func(name string) time.Time {
			day, ok := s.committed[strings.TrimPrefix(name, ".planning/")]
			if !ok {
				return time.Time{}
			}
			return time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC)
		}
		git.Added = git.Committed
	}
	return ReadProject(tree, ".planning", git)
}

func shown(a *Answer) string {
	text := string(a.Kind)
	switch {
	case a.Plan != nil:
		text += " " + a.Plan.ID().String()
	case a.Missing.Plan != "":
		text += " " + a.Missing.String() + " (not here)"
	case a.Phase != nil:
		text += " " + a.Phase.Number
	}
	if len(a.Against) > 0 {
		text += fmt.Sprintf("; %d", len(a.Against))
	}
	if a.Unsure {
		text += "?"
	}
	return text
}

const (
	threePhases = "# Roadmap\n- [x] **Phase 1: Base**\n- [ ] **Phase 2: Page**\n- [ ] **Phase 3: Mail**\n"
	at2         = "# State\n\n## Current Position\n\nPhase: 2 of 3 (Page)\nPlan: 1 of 2\nStatus: In progress\nLast activity: 2026-03-04\n"
)

const handoffOfPage = `{"phase": 2, "plan": 1, "status": "paused", "timestamp": "2026-03-06T10:00:00Z", "next_action": "look at the page",
	"remaining_tasks": [{"id": 2, "status": "awaiting_human"}]}`

func front(lines string) string { return "---\n" + lines + "\n---\n\n# State\n" }

func TestNext(t *testing.T) {
	for name, s := range map[string]shape{
		"the phase of the state":                         {at2, threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"an old plan without its summary":                {at2, threePhases, "01-base/01-01 02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"old plans, and the state is done":               {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases, "01-base/01-01 02-page/02-01* 03-mail/03-01", nil, nil, "execute 03-01"},
		"ready to plan, the phase before is done":        {strings.NewReplacer("2 of 3 (Page)", "3", "1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", nil, nil, "plan 03"},
		"ready to plan the phase that is done":           {strings.Replace(at2, "In progress", "Ready to plan", 1), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01*", nil, nil, "plan 03"},
		"a phase without a folder":                       {at2, threePhases, "01-base/01-01*", nil, nil, "plan 02"},
		"a plan that nobody committed":                   {strings.NewReplacer("In progress", "Executing Phase 2").Replace(at2), threePhases, "01-base/01-01*", nil, nil, "execute 02-01 (not here)"},
		"a state of prose":                               {"# Stand\n\nwir bauen\ndie Seite\nund\ndann\ndie\nPost\n", threePhases, "02-page/02-01", nil, nil, "execute 02-01?"},
		"an archived milestone that nobody accepted":     {front("milestone: v1.0\nlast_updated: 2026-03-04") + at2[8:], strings.ReplaceAll(threePhases, "[ ]", "[x]"), "02-page/02-01* milestones/v1.0-ROADMAP.md", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: human_needed")}, nil, "new milestone"},
		"completed, and phases are open":                 {"---\nstatus: completed\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + strings.Replace(at2, "2 of 3 (Page)", "3", 1), threePhases, "02-page/02-01*", nil, nil, "plan 03"},
		"a plan that was only edited later":              {strings.Replace(at2, "2 of 3 (Page)", "1 of 3 (Base)", 1), threePhases, "01-base/01-01 02-page/02-01* 02-page/02-02", nil, map[string]int{"STATE.md": 4, "phases/02-page/02-02-PLAN.md": 3}, "execute 01-01"},
		"a project in the folder":                        {at2, threePhases, "02-page/02-01* 02-page/02-02 projects/x/phases/02-page/02-01-PLAN.md", nil, nil, "execute 02-02"},
		"a note that is newer and blocked":               {strings.NewReplacer("In progress", "Phase complete", "Last activity: 2026-03-04", "Last activity: 2026-03-04T10:00:00Z").Replace(at2), threePhases, "02-page/02-01*", map[string]string{"phases/02-page/.continue-here.md": front("phase: 2\nstatus: blocked_by_dns\nlast_updated: 2026-03-06T10:00:00Z")}, nil, "plan 03"},
		"a later milestone in progress":                  {front("milestone: v1.0\nstatus: complete\nlast_updated: 2026-03-04"), "# Roadmap\n- ✅ **v1.0 First** - Phases 1-2 (shipped)\n- 🚧 **v1.1 Second** - Phases 3-4 (in progress)\n", "milestones/v1.0-ROADMAP.md", nil, nil, "plan 03"},
		"folders that nobody commits":                    {at2, threePhases, "", nil, nil, "execute 02-01 (not here)"},
		"the last phase is done":                         {strings.Replace(at2, "2 of 3 (Page)", "3 of 3 - COMPLETE", 1), strings.ReplaceAll(threePhases, "[ ]", "[x]"), "03-mail/03-01*", nil, nil, "complete milestone"},
		"the milestone was archived":                     {front("milestone: v1.2\nstatus: complete\nlast_updated: 2026-03-04"), "", "milestones/v1.2-ROADMAP.md", nil, nil, "new milestone"},
		"between milestones, in words":                   {"# State\n\n## Current Position\n\nPhase: all done\nStatus: Awaiting next milestone\n", threePhases, "02-page/02-01", nil, nil, "new milestone"},
		"a command says what is next":                    {at2 + "\n## Session Continuity\n\nStopped at: 02-02 is done\nResume with: `/gsd:plan-phase 3`\n", threePhases, "02-page/02-01* 02-page/02-02*", nil, nil, "plan 03"},
		"an old command":                                 {strings.Replace(at2, "2 of 3 (Page)", "3 of 3 (Mail)", 1) + "Resume with: `/gsd:execute-phase 1`\n", strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "01-base/01-02 03-mail/03-01", nil, nil, "execute 03-01"},
		"the front matter is newer":                      {"---\nstatus: complete\nstopped_at: Milestone v1.0 archived\nlast_updated: 2026-03-20T10:00:00Z\n---\n" + at2, threePhases, "02-page/02-02", nil, nil, "new milestone; 1"},
		"an invalid entry of the front matter":           {"---\nstatus: complete\nstopped_at: Milestone v1.0 archived\nlast_updated: 2026-03-20T10:00:00Z\nlast_activity: v1.0 was closed: audited and archived\n---\n" + at2, threePhases, "02-page/02-02", nil, nil, "new milestone; 1"},
		"the body is newer":                              {"---\nstatus: executing\ncurrent_phase: 2\nlast_updated: 2026-02-01T10:00:00Z\n---\n" + strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)").Replace(at2), threePhases, "02-page/02-02 03-mail/03-01", nil, nil, "execute 03-01"},
		"a phase of the backlog":                         {strings.NewReplacer("2 of 3 (Page)", "999.1", "In progress", "Executing Phase 2").Replace(at2), threePhases, "02-page/02-01 999.1-idea/999.1-01", nil, nil, "execute 02-01"},
		"an operator must look":                          {strings.Replace(at2, "2 of 3 (Page)", "2 (Page) — AWAITING OPERATOR CHECK", 1), threePhases, "02-page/02-01*", nil, nil, "person 02"},
		"a person must accept":                           {at2, threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: human_needed")}, nil, "person 02"},
		"a person accepted":                              {at2, threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: human_needed"), "phases/02-page/02-UAT.md": front("status: complete")}, nil, "plan 03"},
		"nobody waited for the person":                   {at2, threePhases, "02-page/02-01* 03-mail/03-01", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: human_needed")}, nil, "execute 03-01"},
		"gaps were found":                                {at2, threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: gaps_found")}, nil, "close gaps 02"},
		"not verified yet":                               {strings.Replace(at2, "In progress", "Ready for verification", 1), threePhases, "02-page/02-01*", nil, nil, "verify 02"},
		"a person must verify":                           {strings.Replace(at2, "In progress", "Ready for verification", 1), strings.ReplaceAll(threePhases, "[ ]", "[x]"), "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: human_needed")}, nil, "person 02"},
		"a session stopped in a later, planned phase":    {strings.Replace(at2, "2 of 3 (Page)", "1 of 3 (Base)", 1) + "Stopped at: the design of phase 3 was approved\n", threePhases, "01-base/01-01* 03-mail/03-01", nil, nil, "execute 03-01; 1"},
		"a summary without the plans before":             {strings.NewReplacer("1 of 2", "4 of 6", "In progress", "Plan 02-04 complete").Replace(at2), threePhases, "", map[string]string{"phases/02-page/02-04-SUMMARY.md": "done"}, nil, "execute 02-05 (not here)"},
		"an active phase, in words":                      {"# State\n\n## Current Status\n- **Active Phase:** Complete — all 3 phases shipped\n", strings.ReplaceAll(threePhases, "[x]", "[ ]"), "", nil, nil, "complete milestone"},
		"a newer hand-off about other work":              {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02", map[string]string{"HANDOFF.json": `{"phase": "hotfix", "status": "paused", "timestamp": "2026-03-06T10:00:00Z", "next_action": "commit the fix"}`}, nil, "unknown 02; 1"},
		"a newer hand-off that is complete":              {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02", map[string]string{"HANDOFF.json": `{"phase": null, "status": "complete", "timestamp": "2026-03-06T10:00:00Z", "next_action": "none"}`}, nil, "execute 02-02"},
		"a newer hand-off, and a finished phase":         {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"HANDOFF.json": `{"phase": "02", "status": "paused", "timestamp": "2026-03-06T10:00:00Z", "next_action": "draw the rest", "remaining_tasks": [{"id": 6, "status": "not_started"}]}`}, nil, "unknown 02; 1"},
		"a command in the status":                        {strings.NewReplacer("2 of 3 (Page)", "2 (not yet planned)", "1 of 2", "-", "In progress", "Roadmap complete; ready for `/gsd-plan-phase 2`").Replace(at2), strings.Replace(threePhases, "[x]", "[ ]", 1), "02-page/02-01", nil, nil, "execute 02-01"},
		"a session stopped long before":                  {strings.Replace(at2, "2 of 3 (Page)", "3", 1) + "Stopped at: the design of phase 2 was approved\n", threePhases, "01-base/01-01* 02-page/02-01 03-mail/03-01*", map[string]string{"phases/03-mail/03-VERIFICATION.md": front("status: human_needed")}, nil, "person 03"},
		"it was verified meanwhile":                      {strings.Replace(at2, "In progress", "Ready for verification", 1), threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: passed")}, nil, "plan 03"},
		"summaries without plans":                        {at2, threePhases, "", map[string]string{"phases/02-page/02-01-SUMMARY.md": "done", "phases/02-page/02-02-SUMMARY.md": "done"}, nil, "plan 03"},
		"a roadmap of several milestones":                {front("milestone: v1.1\nlast_updated: 2026-03-04"), "# Roadmap\n- ✅ **v1.0 First** - Phases 1-2 (shipped)\n- 🚧 **v1.1 Second** - Phases 3-4 (in progress)\n- 📋 **v1.2 Third** - Phase 5 (planned)\n### Phase 1: A\n### Phase 2: B\n### Phase 3: C ✅\n### Phase 4: D\n### Phase 5: E\n", "", nil, nil, "plan 04"},
		"the milestone of the state is over":             {front("milestone: v1.0\ncurrent_phase: 2\nstatus: executing"), "# Roadmap\n- ✅ **v1.0 First** - Phases 1-2 (shipped)\n- 🚧 **v1.1 Second** - Phases 3-4 (in progress)\n### Phase 1: A\n### Phase 2: B\n### Phase 3: C\n", "01-a/01-01", nil, nil, "plan 03"},
		"ticks in a table":                               {strings.NewReplacer("Plan: 1 of 2", "Plan: 2 of 2 (COMPLETE)", "In progress", "Phase complete").Replace(at2), "# Roadmap\n## Phases\n### Phase 1: A\n### Phase 2: B\n### Phase 3: C\n| Phase | Plans | Status |\n|---|---|---|\n| 1. A | 2/2 | Complete |\n| 2. B | 2/2 | Complete |\n| 3. C | 1/1 | Complete |\n", "", nil, nil, "complete milestone"},
		"ids with a letter":                              {"# State\n\n- **Next phase to execute:** **H2: Money** (not started)\n", "# Roadmap\n## Phase H1: Safety ✅\n## Phase H2: Money\n", "", nil, nil, "plan h2"},
		"two folders share a number":                     {strings.Replace(at2, "2 of 3 (Page)", "2 of 3 (New Page)", 1), threePhases, "02-old/02-01 02-new-page/02-01", nil, nil, "execute 02-01"},
		"no state":                                       {"", threePhases, "01-base/01-01* 02-page/02-01", nil, nil, "execute 02-01"},
		"neither a state nor a roadmap":                  {"", "", "01-base/01-01* 02-page/02-01* 02-page/02-02 03-mail/03-01", nil, nil, "execute 02-02"},
		"nothing":                                        {"# State\n", "", "", nil, nil, "unknown"},
		"a hand-off that is newer":                       {at2, threePhases, "02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "plan": 1, "timestamp": "2026-03-08T10:00:00Z"}`}, nil, "execute 03-01; 1"},
		"a hand-off that is older":                       {at2, threePhases, "01-base/01-02 02-page/02-01", map[string]string{"HANDOFF.json": `{"phase": 1, "plan": 2, "timestamp": "2026-01-08T10:00:00Z"}`}, nil, "execute 02-01"},
		"a hand-off without a time":                      {at2, threePhases, "01-base/01-02 02-page/02-01", map[string]string{"HANDOFF.json": `{"phase": 1, "plan": 2}`}, nil, "execute 02-01"},
		"a hand-off that was committed later":            {at2, threePhases, "02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "plan": 1}`}, map[string]int{"STATE.md": 4, "HANDOFF.json": 5}, "execute 03-01; 1"},
		"a hand-off that was committed earlier":          {at2, threePhases, "02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "plan": 1}`}, map[string]int{"STATE.md": 4, "HANDOFF.json": 3}, "execute 02-01"},
		"a hand-off that is done":                        {at2, threePhases, "02-page/02-01* 02-page/02-02", map[string]string{"HANDOFF.json": `{"phase": 2, "plan": 1, "status": "complete", "timestamp": "2026-03-08T10:00:00Z"}`}, nil, "execute 02-02"},
		"a milestone whose name says complete":           {front("milestone: v1.1\nlast_updated: 2026-03-04") + at2[8:], "# Roadmap\n- v1.0 First - Phase 1 (shipped 2026-01-01)\n- v1.1 Complete Page - Phases 2-3 (planned)\n### Phase 1: A\n### Phase 2: B\n### Phase 3: C\n", "02-page/02-01* 03-mail/03-01", nil, nil, "execute 03-01"},
		"no phase after the last":                        {strings.Replace(at2, "2 of 3 (Page)", "3 of 3 - COMPLETE", 1), strings.Replace(threePhases, "[ ] **Phase 3", "[x] **Phase 3", 1), "03-mail/03-01*", nil, nil, "complete milestone; 1?"},
		"a plan that was committed later":                {strings.Replace(at2, "2 of 3 (Page)", "2 of 2 - milestone complete", 1), threePhases, "02-page/02-01* 03-mail/03-01", nil, map[string]int{"STATE.md": 4, "phases/03-mail/03-01-PLAN.md": 6}, "execute 03-01; 1"},
		"a summary that was committed later":             {strings.Replace(at2, "2 of 3 (Page)", "1 of 3 (Base)", 1), threePhases, "01-base/01-02 02-page/02-01* 02-page/02-02", nil, map[string]int{"STATE.md": 4, "phases/02-page/02-01-SUMMARY.md": 6}, "execute 02-02"},
		"a notice that the work moved":                   {"# State\n\n> Active tracking moved to `docs/work.md`.\n\n" + at2[9:], threePhases, "02-page/02-01", nil, nil, "moved; 1"},
		"a notice in two lines":                          {"# State\n\n> **Historical planning record.** What follows\n> is over, see [`docs/work.md`](docs/work.md).\n\n" + at2[9:], threePhases, "02-page/02-01", nil, nil, "moved; 1"},
		"a remark about an earlier move":                 {"# State\n\nThe roadmap of v1 was superseded by v2 in March.\nThe details are in docs/old.md.\n- Planning of it: replaced by the client\n- Sources: src/app.ts\n\n" + at2[9:], threePhases, "02-page/02-01", nil, nil, "execute 02-01"},
		"rows of plans and weeks":                        {"", threePhases + "\n| 01-02 | base | Complete |\n| 1-3 | plan | Complete |\n", "02-page/02-01", nil, nil, "execute 02-01"},
		"a remark about another move":                    {"# State\n\n- v1.0 is closed (8/8 plans): the roadmap is short; its report moved to old/\n\n" + at2[9:], threePhases, "02-page/02-01", nil, nil, "execute 02-01"},
		"a verified phase with a summary too few":        {strings.Replace(at2, "1 of 2", "2 of 2", 1), threePhases, "02-page/02-01 02-page/02-02*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: passed")}, nil, "plan 03"},
		"a verified phase with a plan behind":            {at2, threePhases, "02-page/02-01* 02-page/02-02", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: passed")}, nil, "execute 02-02"},
		"gaps before the last plan":                      {at2, threePhases, "02-page/02-01* 02-page/02-02*", map[string]string{"phases/02-page/02-UAT.md": front("status: diagnosed")}, map[string]int{"STATE.md": 9, "phases/02-page/02-UAT.md": 4, "phases/02-page/02-02-SUMMARY.md": 6}, "verify 02"},
		"gaps after the last plan":                       {at2, threePhases, "02-page/02-01* 02-page/02-02*", map[string]string{"phases/02-page/02-UAT.md": front("status: diagnosed")}, map[string]int{"STATE.md": 9, "phases/02-page/02-UAT.md": 8, "phases/02-page/02-02-SUMMARY.md": 6}, "close gaps 02"},
		"an order to complete a plan":                    {at2 + "\nNext: Finish Phase 2 with 02-02-PLAN.md, or go on with Phase 3\n", threePhases, "02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"a verification with its status in the text":     {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed"), "phases/02-page/VERIFICATION.md": "# The page\n\n**Status:** ✅ All criteria verified\n"}, nil, "plan 03"},
		"a phase that only its milestone has":            {front("milestone: v1.1\nlast_updated: 2026-03-04") + strings.Replace(at2[8:], "2 of 3 (Page)", "3 of 4 - COMPLETE", 1), "# Roadmap\n- ✅ v1.0 First - Phase 1 (shipped)\n- 🚧 v1.1 Second - Phases 2-4 (in progress)\n### Phase 2: Page\n### Phase 3: Mail\n", "02-page/02-01* 03-mail/03-01*", nil, nil, "plan 04"},
		"a row of several phases":                        {"", "# Roadmap\n### Phase 3: Mail\n| Phases | Milestone | Plans | Status |\n|---|---|---|---|\n| 1–2 | v1.0 | 3/3 | Complete |\n| 3. Mail | v1.1 | 0/2 | Not started |\n", "02-page/02-01", nil, nil, "plan 03"},
		"the heading of a table is not a field":          {"# State\n\n| Phase | Name |\n|---|---|\n| 2 | Page |\n\nCurrent Phase: 3\n", threePhases, "", map[string]string{"phases/03-mail/03-CONTEXT.md": "c"}, nil, "plan 03"},
		"the last next step counts":                      {strings.Replace(at2, "1 of 2", "1 of 1", 1) + "\n## Phase 1\n\nNext: /gsd:new-milestone\n\n## Session Continuity\n\nNext: /gsd:plan-phase 3\n", threePhases, "02-page/02-01*", nil, nil, "plan 03"},
		"what was next is done":                          {at2 + "\nNext: /gsd:execute-phase 1\n", threePhases, "01-base/01-01* 02-page/02-01", nil, nil, "execute 02-01"},
		"the front matter does not know who waits":       {"---\nstatus: executing\ncurrent_phase: 2\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + strings.Replace(at2, "2 of 3 (Page)", "2 (Page) — AWAITING OPERATOR CHECK", 1), threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: passed")}, nil, "person 02"},
		"what was next is done, and another is open":     {strings.Replace(at2, "2 of 3 (Page)", "3 of 3 (Mail)", 1) + "\nNext: /gsd:plan-phase 1\n", threePhases, "01-base/01-01* 02-page/02-01 03-mail/03-01", nil, nil, "execute 03-01"},
		"a planned milestone that was begun":             {front("milestone: v9.0\nstatus: phase complete\nlast_updated: 2026-03-04") + strings.Replace(at2[8:], "2 of 3 (Page)", "1 of 1 - COMPLETE", 1), "# Roadmap\n- 🚧 v1.0 First - Phase 1 (in progress)\n- v1.1 Second - Phases 2-3 (planned)\n### Phase 1: A\n### Phase 2: B\n### Phase 3: C\n", "01-a/01-01* 02-b/02-01", nil, nil, "execute 02-01"},
		"a phase that has only its summary":              {strings.Replace(at2, "2 of 3 (Page)", "1 of 3 - COMPLETE", 1), threePhases, "", map[string]string{"phases/02-page/02-SUMMARY.md": "done"}, nil, "plan 03"},
		"a table of two milestones":                      {front("milestone: v2.0\ncurrent_phase: 1\nstatus: executing"), "# Roadmap\n## v2.0 Second\n### Phase 1: A\n| Phase | Milestone | Status |\n|---|---|---|\n| 1. Old | v1.0 | Complete |\n| 1. A | v2.0 | Not started |\n", "", map[string]string{"phases/01-a/01-CONTEXT.md": "c"}, nil, "plan 01"},
		"a table says that planning is complete":         {at2, "# Roadmap\n### Phase 2: Page\n### Phase 3: Mail\n| Phase | Plans | Status |\n|---|---|---|\n| 2. Page | 0/2 | Planning complete |\n| 3. Mail | 0/TBD | Not started |\n", "02-page/02-01", nil, nil, "execute 02-01"},
		"a session prepared the next phase":              {"---\nstatus: verifying\nstopped_at: Phase 3 context gathered\nlast_updated: 2026-03-08T10:00:00Z\n---\n" + at2 + "\nStopped at: Phase 3 context gathered\n", threePhases, "02-page/02-01*", map[string]string{"phases/03-mail/03-CONTEXT.md": "c"}, nil, "plan 03; 1"},
		"words about the milestone before":               {front("milestone: v1.1\nlast_updated: 2026-03-04") + "\n## Current Position\n\nPhase: Not started (defining requirements)\nStatus: Defining requirements\n\n## Session\n\nStopped at: v1.0 milestone archived\n\n## Operator Next Steps\n\n- Start the next milestone with /gsd-new-milestone\n", "# Roadmap\n- ✅ **v1.0 First** - Phases 1-2 (shipped)\n- 📋 **v1.1 Second** - Phase 3 (planned)\n### Phase 1: A ✅\n### Phase 2: B ✅\n### Phase 3: C\n", "", nil, nil, "plan 03"},
		"a folder of an earlier milestone":               {strings.NewReplacer("1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), threePhases, "02-login/02-01*", map[string]string{"MILESTONES.md": "m"}, nil, "plan 02"},
		"folders of an earlier one with only summaries":  {strings.NewReplacer("2 of 3 (Page)", "1 of 3 (complete)", "1 of 2", "1 of 1", "In progress", "Phase 1 complete — review passed").Replace(at2), threePhases, "01-base/01-01* 03-colors/03-01*", map[string]string{"MILESTONES.md": "m", "phases/02-login/02-01-SUMMARY.md": "done"}, nil, "plan 02"},
		"the milestone is next to the phase":             {front("milestone: v1.0\nlast_updated: 2026-03-04") + strings.Replace(at2[8:], "2 of 3 (Page)", "2 of 2 (v1.1) - Page", 1), "# Roadmap\n## v1.0 First\n- [x] Phase 1: A\n- [x] Phase 2: Old\n## v1.1 Second (in progress)\n- [x] Phase 1: B\n- [ ] Phase 2: Page\n", "02-page/02-01", nil, nil, "execute 02-01"},
		"gaps of a phase that others followed":           {at2, threePhases, "02-page/02-01* 03-mail/03-01* 03-mail/03-02", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: gaps_found")}, nil, "execute 03-02"},
		"nobody waits any more":                          {strings.Replace(at2, "2 of 3 (Page)", "2 (Page) — AWAITING OPERATOR CHECK", 1), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01* 03-mail/03-01* 03-mail/03-02", nil, nil, "execute 03-02"},
		"the plans of a wave in any order":               {strings.Replace(at2, "1 of 2", "2 of 3", 1) + "\nStopped at: Completed 02-02-PLAN.md\n", threePhases, "02-page/02-01 02-page/02-02* 02-page/02-03", nil, nil, "execute 02-01"},
		"done but not verified, unlike others":           {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "verify 02"},
		"the status names the next phase":                {strings.NewReplacer("2 of 3 (Page)", "2 of 3 (Page) - COMPLETE", "1 of 2", "2/2 done", "In progress", "Ready for Phase 3").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "plan 03"},
		"a plan beside the phases":                       {strings.NewReplacer("2 of 3 (Page)", "3 of 3 - COMPLETE").Replace(at2), strings.ReplaceAll(threePhases, "[ ]", "[x]"), "03-mail/03-01* plans/fix-PLAN.md", nil, nil, "complete milestone"},
		"summaries of some plans":                        {strings.Replace(at2, "1 of 2", "1 of 3", 1), threePhases, "", map[string]string{"phases/02-page/02-01-SUMMARY.md": "done"}, nil, "execute 02-02 (not here)"},
		"a milestone of phases in a list":                {front("milestone: v1.1\ncurrent_phase: 3\nstatus: phase complete\nlast_updated: 2026-03-04"), "# Roadmap\n- 🚧 v1.1 Second - Phases 3, 5 (in progress)\n- v1.2 Third - Phases 4-4 (planned)\n### Phase 3: A\n### Phase 4: B\n", "03-a/03-01*", nil, nil, "complete milestone"},
		"a later milestone than that of the state":       {front("milestone: v1.0\nlast_updated: 2026-03-04") + strings.NewReplacer("2 of 3 (Page)", "3 of 4 (Mail)", "In progress", "Phase complete").Replace(at2[8:]), "# Roadmap\n## ✅ v1.0 First (shipped)\n- [x] Phase 1: A\n## v1.1 Second\n- [x] Phase 3: Mail\n- [ ] Phase 4: News\n", "03-mail/03-01*", nil, nil, "plan 04"},
		"no next step after an earlier one":              {strings.Replace(at2, "1 of 2", "1 of 1", 1) + "\nNext action: /gsd:plan-phase 3\n\n## Session\n\nNext action: None (milestone complete)\n", threePhases, "02-page/02-01*", nil, nil, "plan 03"},
		"a ticked phase with an open plan":               {at2 + "\nStopped at: Completed 02-01-PLAN.md\n", strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"a table of goals":                               {at2, "# Roadmap\n| Phase | Goal |\n|---|---|\n| 2 - Page | The page is complete, all of its parts are documented, and people can read it |\n| 3 - Mail | Not planned |\n", "02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"statuses with comments":                         {at2, "# Roadmap\n| Phase | Goal | Status |\n|---|---|---|\n| 2 - Page | Complete the page, which is in progress, so that people can read all of it | Complete (shipped as v1.30, and the old data is moved in the background) |\n| 3 - Mail | Everybody gets mail: it is not planned that some of them get none of it | Not started — the next step is pending until the page is shipped and done |\n", "", nil, nil, "plan 03"},
		"done and ready to ship":                         {at2, "# Roadmap\n| Phase | Status |\n|---|---|\n| 2 - Page | Complete (ready to merge) |\n| 3 - Mail | Plans done, ready to execute |\n", "", nil, nil, "plan 03"},
		"the next milestone, with an unfinished one":     {strings.NewReplacer("2 of 3 (Page)", "Not started (defining requirements)", "In progress", "Defining requirements").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 3", "[x] **Phase 3", 1), "03-mail/03-01*", nil, nil, "new milestone"},
		"a session that finished something":              {at2 + "\nStopped at: All 7 follow-ups are done and closed\n", threePhases, "02-page/02-01", nil, nil, "execute 02-01"},
		"a module that moved":                            {"# State\n\n- Auth was moved to packages/auth\n\n" + at2[9:], threePhases, "02-page/02-01", nil, nil, "execute 02-01"},
		"a status about the phase before":                {strings.NewReplacer("2 of 3", "3", "In progress", "Phase 2 complete ✓").Replace(at2), "# Roadmap\n- ✅ **v1.0 First** - Phases 1-2 (shipped)\n- **v1.1 Second** - Phase 3\n", "03-mail/03-01* 03-mail/03-02", nil, nil, "execute 03-02"},
		"a person accepted, in words":                    {strings.Replace(at2, "In progress", "Plan 02-01 complete - the page (human-verify confirmed)", 1), threePhases, "02-page/02-01*", nil, nil, "plan 03"},
		"a phase of a milestone that was closed":         {front("milestone: v1.0\nlast_updated: 2026-03-04") + at2[8:], "# Roadmap\n- ✅ **v1.0 First** - Phases 1 (shipped)\n- ✅ **v1.1 Second** - Phases 2-2 (shipped)\n", "", nil, nil, "new milestone"},
		"all milestones were closed":                     {strings.NewReplacer("2 of 3 (Page)", "2 - Page (COMPLETE)", "In progress", "Phase complete").Replace(at2), "# Roadmap\n- ✅ v1.0 First - Phase 1 (shipped)\n- ✅ v1.1 Second - Phase 2 (shipped)\n# v1.1 Second\n### Phase 2: Page\n", "02-page/02-01*", nil, nil, "new milestone"},
		"between milestones, in a position of prose":     {"# State\n\n## Current Position\n\n**Between milestones.** v1.1 was archived. Start the next one when ready.\n\nThe last deploy is\nfine:\nall\nis well.\nNothing waits.\n", threePhases, "02-page/02-01", nil, nil, "new milestone"},
		"a person must accept the next phase":            {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases, "02-page/02-01*", map[string]string{"phases/02-page/02-VERIFICATION.md": front("status: passed"), "phases/03-mail/03-HUMAN-UAT.md": front("status: human_needed")}, nil, "person 03"},
		"executing, then ready for verification":         {"---\nstatus: verifying\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + strings.NewReplacer("2 of 3 (Page)", "2 (Page) — EXECUTING", "1 of 2", "2 of 2", "In progress", "Phase complete — ready for verification").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01* 02-page/02-02*", nil, nil, "verify 02"},
		"a checkpoint that a person looks at":            {"---\nstatus: unknown\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + strings.NewReplacer("1 of 2", "2 of 2", "In progress", "Checkpoint — task 3 awaits a human look").Replace(at2) + "\nStopped at: Checkpoint — 02-02-PLAN.md task 3 (human visual verification)\n", threePhases, "02-page/02-01* 02-page/02-02*", nil, nil, "person 02"},
		"a state that names the next plan":               {"---\nstatus: executing\nstopped_at: Completed 02-02-PLAN.md\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + strings.NewReplacer("1 of 2", "2 of 3 complete (next: 02-03 footer)").Replace(at2), threePhases, "02-page/02-01 02-page/02-02* 02-page/02-03", nil, nil, "execute 02-03"},
		"a folder of archived phases":                    {strings.NewReplacer("1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), threePhases, "phases-archive/02-login/02-01-PLAN.md", map[string]string{"phases-archive/02-login/02-01-SUMMARY.md": "done", "phases/02-page/02-CONTEXT.md": "c"}, nil, "plan 02"},
		"a remark that names an old milestone":           {front("milestone: v1.1\nlast_updated: 2026-03-04") + strings.NewReplacer("2 of 3 (Page)", "2 (page) — **COMPLETE**, 1/1 plans", "In progress", "v1.1 signed off, no active phase (next is the backlog)").Replace(at2[8:]), "# Roadmap\n- ✅ **v1.0 First** - Phase 1 (shipped)\n- 🚧 **v1.1 Second** - Phase 2 (in progress)\n- [x] Phase 2: Page\n## Backlog\n- the form, started in v1.0 Phase 1\n", "02-page/02-01*", nil, nil, "new milestone"},
		"next steps with a section below":                {at2 + "\n## Operator Next Steps\n\n- Check the page of Phase 1 again\n\n### Blockers\n\n- 03-01 waits for a person\n", threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"a person must accept, in two fields":            {strings.NewReplacer("2 of 3 (Page)", "2 (page) — AWAITING a person", "1 of 2", "1 of 1", "In progress", "AWAITING a person, and the Phase-1-gated cases").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", nil, nil, "person 02"},
		"sessions prepared several phases":               {strings.NewReplacer("1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2) + "\nStopped at: Phase 3 context gathered\n", threePhases, "01-base/01-01*", map[string]string{"phases/02-page/02-CONTEXT.md": "c", "phases/03-mail/03-CONTEXT.md": "c"}, nil, "plan 02; 1?"},
		"an unknown phase before others":                 {strings.Replace(at2, "2 of 3 (Page)", "1.1 of 3 (Look)", 1), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "01-base/01-01* 02-page/02-01*", nil, nil, "plan 03"},
		"a plan that is not written":                     {strings.Replace(at2, "1 of 2", "2 of 3", 1), threePhases, "02-page/02-01* 02-page/02-02*", nil, nil, "execute 02-03 (not here)"},
		"a plan between two others is not written":       {strings.Replace(at2, "1 of 2", "2 of 3", 1), threePhases, "02-page/02-01* 02-page/02-03*", nil, nil, "execute 02-02 (not here)"},
		"a phase of the milestone before":                {front("milestone: v1.6\nlast_updated: 2026-03-04") + "\n## Current Position\n\nPhase: Not started (requirements definition)\nStatus: Defining v1.6 requirements\n", "# Roadmap (v1.6 Mail)\n- ✅ v1.5 Page\n## Phase 3: Mail\n- [ ] 03-01-PLAN.md\n", "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "plan 03"},
		"one plan of the phase is done":                  {strings.Replace(at2, "In progress", "Phase 2 plan 02-01 complete", 1), threePhases, "02-page/02-01* 02-page/02-02", nil, nil, "execute 02-02"},
		"the next steps of several tracks":               {at2 + "\n## Next Steps\n\n1. Track A: go on with Phase 2 Plan 02\n2. Track B: Phase 3 is complete, look for more plans\n", threePhases, "02-page/02-01* 02-page/02-02 03-mail/03-01*", nil, nil, "execute 02-02"},
		"a roadmap that is ahead of the next step":       {strings.Replace(at2, "2 of 3 (Page)", "2 of 2 - COMPLETE", 1) + "\nNext step: `/gsd:complete-milestone`\n", "# Roadmap\n- v1.0 First - Phases 1-2 (shipped 2026-03-04)\n## v1.0 First (complete)\n### Phase 2: Page\n", "02-page/02-01*", nil, nil, "complete milestone"},
		"a range of phases in brackets":                  {strings.Replace("---\nmilestone: v1.1\nstatus: Roadmap written, 2 phases (02-03), 0 plans yet\nlast_updated: 2026-03-04T10:00:00Z\n---\n"+at2, "In progress", "Ready to plan", 1), threePhases, "", nil, nil, "plan 02"},
		"verifying, but the phase has a plan left":       {"---\nstatus: verifying\nlast_updated: 2026-03-04T10:00:00Z\n---\n" + at2, threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "execute 02-02"},
		"a person's check that is newer than the state":  {strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)", "1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01*", map[string]string{"phases/02-page/02-UAT.md": front("status: partial")}, map[string]int{"STATE.md": 4, "phases/02-page/02-UAT.md": 6}, "person 02; 1"},
		"a person's check that is older than the state":  {strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)", "1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01*", map[string]string{"phases/02-page/02-UAT.md": front("status: partial")}, map[string]int{"STATE.md": 8, "phases/02-page/02-UAT.md": 6}, "plan 03"},
		"only summaries, before a planned phase":         {strings.Replace(at2, "1 of 2", "4 of 5", 1), threePhases, "03-mail/03-01", map[string]string{"phases/02-page/02-01-SUMMARY.md": "d", "phases/02-page/02-03-SUMMARY.md": "d"}, nil, "execute 02-02 (not here)"},
		"a state behind a phase nobody verified":         {strings.Replace(at2, "2 of 3 (Page)", "1 of 3 (Base)", 1), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "verify 02"},
		"a milestone that the roadmap lacks":             {front("milestone: v1.2\nlast_updated: 2026-03-04") + "\n## Current Position\n\nPhase: Not started (defining requirements)\nStatus: Defining requirements\n", "# Roadmap\n- ✅ v1.0 First - Phase 1 (shipped)\n- 🚧 v1.1 Second - Phases 2-3 (in progress)\n### Phase 1: A ✅\n### Phase 2: B ✅\n### Phase 3: C\n", "02-b/02-01*", nil, nil, "new milestone"},
		"rows of a milestone that restarts at 1":         {strings.NewReplacer("2 of 3 (Page)", "2 of 3 - COMPLETE", "1 of 2", "1 of 1").Replace(at2), "# Roadmap\n<details>\n<summary>✅ v1.0 First (Phases 1-3) - SHIPPED</summary>\n\n- [x] Phase 1: A\n- [x] Phase 2: B\n- [x] Phase 3: C\n\n</details>\n\n### v2.0 Second (Phases 1-3)\n\n| Phase | Plans | Status |\n|---|---|---|\n| 1 - Base | 1/1 | Complete |\n| 2 - Page | 1/1 | Complete |\n| 3 - Mail | 0/2 | Not started |\n", "02-page/02-01*", nil, nil, "plan 03"},
		"plans in the roadmap without a folder":          {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases + "### Phase 3: Mail\n- [ ] 03-02-PLAN.md\n- [x] 03-01-PLAN.md\n- [ ] 03-03-PLAN.md\n", "02-page/02-01*", nil, nil, "execute 03-02 (not here)"},
		"plans in the roadmap, none of them begun":       {strings.Replace(at2, "In progress", "Phase complete", 1), threePhases + "### Phase 3: Mail\n- [ ] 03-01: TBD\n- [ ] 03-02: TBD\n", "02-page/02-01*", nil, nil, "plan 03"},
		"a note after the status says done":              {strings.NewReplacer("2 of 3 (Page)", "3", "In progress", "Phase complete").Replace(at2), "# Roadmap\n| Phase | Status | Notes |\n|---|---|---|\n| 1. Base | Complete | - |\n| 2. Page | Complete | - |\n| 3. Mail | In progress | base is done |\n", "03-mail/03-01", nil, nil, "execute 03-01"},
		"a milestone in the table is called pending":     {strings.NewReplacer("2 of 3 (Page)", "3", "In progress", "Phase complete").Replace(at2), "# Roadmap\n| Phase | Milestone | Plans | Status |\n|---|---|---|---|\n| 1. Base | pending | 1/1 | Complete |\n| 2. Page | pending | quick task | Complete (by hand) |\n| 3. Mail | pending | 1/1 | Complete |\n", "03-mail/03-01*", nil, nil, "complete milestone"},
		"an inserted phase that is newer than the state": {strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)", "1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01* 02.1-form/02.1-01", nil, map[string]int{"STATE.md": 4, "phases/02.1-form/02.1-01-PLAN.md": 6}, "execute 02.1-01; 1"},
		"an inserted phase that is older than the state": {strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)", "1 of 2", "Not started", "In progress", "Ready to plan").Replace(at2), strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "02-page/02-01* 02.1-form/02.1-01", nil, map[string]int{"STATE.md": 8, "phases/02.1-form/02.1-01-PLAN.md": 6}, "plan 03"},
		"plans in a table":                               {at2, threePhases + "### Phase 2: Page\n| Plan | What | Status |\n|---|---|---|\n| 02-01 | Base | Complete |\n| 02-02-PLAN.md | Form | Complete |\n| 02-03 | Mail | Pending |\n", "01-base/01-01* 02-page/02-01 02-page/02-02 02-page/02-03", nil, nil, "execute 02-03"},
		"a roadmap that counts from 1 again":             {"# State\n\nNext: Phase 4 (Form)\n", "# Roadmap\n### Phase 1: Search\n### Phase 2: Export\n", "01-base/01-01* 02-page/02-01 03-mail/03-01*", map[string]string{"MILESTONES.md": "# Milestones\n"}, nil, "plan 01"},
		"a roadmap that goes on":                         {"# State\n\nAll of v1.0 is over.\n", "# Roadmap\n### Phase 3: Mail\n### Phase 4: Export\n", "01-base/01-01* 02-page/02-01* 03-mail/03-01* 03-mail/03-02", map[string]string{"MILESTONES.md": "# Milestones\n"}, nil, "execute 03-02"},
		"an overview of the phase":                       {strings.Replace(at2, "1 of 2", "1 of 1", 1), threePhases, "01-base/01-01* 02-page/02 02-page/02-01*", nil, nil, "plan 03"},
		"an overview of a phase not begun":               {strings.NewReplacer("1 of 2", "Not started", "In progress", "Phase complete").Replace(at2), threePhases, "02-page/02-01* 03-mail/03 03-mail/03-01", nil, nil, "execute 03-01"},
		"the next phase to plan":                         {"# State\n\n## Current Milestone\nv1.1 - Mail\nNext phase to plan: 3 - Mail\nOne\ntwo\nthree\nfour\n", threePhases, "01-base/01-01* 02-page/02-01*", nil, nil, "plan 03"},
		"a resume command":                               {strings.NewReplacer("1 of 2", "1 of 1", "In progress", "Phase complete").Replace(at2) + "\n## Session Continuity\n\nResume command: `/gsd:plan-phase 3`\n", threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "plan 03; 1?"},
		"a status that says verified":                    {strings.NewReplacer("1 of 2", "1 of 1", "In progress", "Phase 2 complete, human verification passed").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "plan 03"},
		"a status that says unverified":                  {strings.NewReplacer("1 of 2", "1 of 1", "In progress", "Phase 2 complete, not verified").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"phases/01-base/01-VERIFICATION.md": front("status: passed")}, nil, "verify 02"},
		"a roadmap with another name for a phase":        {"# State\n\nAll of v1.0 is over.\n", "# Roadmap\n### Phase 1: Search\n### Phase 2: Export\n", "01-query/01-01* 01-query/01-02", map[string]string{"MILESTONES.md": "# Milestones\n"}, nil, "execute 01-02"},
		"an overview of a phase whose plans have names":  {strings.NewReplacer("1 of 2", "Not started", "In progress", "Phase complete").Replace(at2), threePhases, "02-page/02-01* 03-mail/03 03-mail/03-01-form", nil, nil, "execute 03-01"},
		"a plan that only the roadmap knows to be done":  {strings.Replace(at2, "1 of 2", "2 of 4", 1), threePhases + "### Phase 2: Page\n- [x] 02-01-PLAN.md\n- [x] 02-02-PLAN.md\n- [ ] 02-03-PLAN.md\n", "01-base/01-01*", map[string]string{"phases/02-page/02-01-SUMMARY.md": "done"}, nil, "execute 02-03 (not here)"},
		"a summary of a phase after that of the state":   {strings.NewReplacer("1 of 2", "2 of 2", "In progress", "Phase complete").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02*", map[string]string{"phases/03-mail/03-01-SUMMARY.md": "done"}, nil, "execute 03-02 (not here)"},
		"a hand-off that is newer than the summary":      {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "01-base/01-01* 02-page/02-01*", map[string]string{"HANDOFF.json": handoffOfPage}, map[string]int{"STATE.md": 4, "ROADMAP.md": 4, "phases/02-page/02-01-SUMMARY.md": 4, "HANDOFF.json": 6}, "unknown 02; 1"},
		"a hand-off that is older than the summary":      {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "01-base/01-01* 02-page/02-01*", map[string]string{"HANDOFF.json": handoffOfPage}, map[string]int{"STATE.md": 4, "ROADMAP.md": 4, "phases/02-page/02-01-SUMMARY.md": 7, "HANDOFF.json": 6}, "plan 03"},
		"a hand-off that is older than the tick":         {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], strings.Replace(threePhases, "[ ] **Phase 2", "[x] **Phase 2", 1), "01-base/01-01* 02-page/02-01*", map[string]string{"HANDOFF.json": handoffOfPage}, map[string]int{"STATE.md": 4, "ROADMAP.md": 7, "phases/02-page/02-01-SUMMARY.md": 4, "HANDOFF.json": 6}, "plan 03"},
		"a hand-off before the last summary":             {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + strings.Replace(at2[8:], "1 of 2", "1 of 1", 1), threePhases, "01-base/01-01* 02-page/02-01*", map[string]string{"HANDOFF.json": strings.Replace(handoffOfPage, "\"plan\": 1, ", "", 1)}, map[string]int{"STATE.md": 4, "phases/02-page/02-01-SUMMARY.md": 7, "HANDOFF.json": 6}, "plan 03"},
		"ready for verification, no plan was started":    {strings.NewReplacer("1 of 2", "Not started", "In progress", "Phase complete — ready for verification").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01*", nil, nil, "verify 02"},
		"a time that was rounded":                        {front("milestone: v1.0\nlast_updated: 2026-03-06T09:30:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "timestamp": "2026-03-06T10:00:00Z"}`}, map[string]int{"STATE.md": 6, "HANDOFF.json": 5}, "execute 02-01"},
		"a time that was not rounded":                    {front("milestone: v1.0\nlast_updated: 2026-03-06T09:00:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "timestamp": "2026-03-06T10:00:00Z"}`}, map[string]int{"STATE.md": 6, "HANDOFF.json": 5}, "execute 03-01; 1"},
		"a note that nobody committed":                   {front("milestone: v1.0\nlast_updated: 2026-03-06T09:30:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01 03-mail/03-01", map[string]string{"HANDOFF.json": `{"phase": 3, "timestamp": "2026-03-06T10:00:00Z"}`}, map[string]int{"STATE.md": 6}, "execute 03-01; 1"},
		"a newer note says that the phase is done":       {front("milestone: v1.0\nlast_updated: 2026-03-04T10:00:00Z") + at2[8:], threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02 03-mail/03-01", map[string]string{"phases/02-page/.continue-here.md": front("phase: 2\nstatus: complete\nlast_updated: 2026-03-06T10:00:00Z")}, nil, "execute 03-01; 1"},
		"a checkpoint is pending":                        {strings.NewReplacer("1 of 2", "2 of 2 (auto tasks complete, checkpoint pending)", "In progress", "Awaiting the end-to-end checkpoint").Replace(at2), threePhases, "01-base/01-01* 02-page/02-01* 02-page/02-02*", nil, nil, "person 02"},
		"done, but phases before it are open":            {front("status: completed\nlast_updated: 2026-03-04T10:00:00Z") + strings.NewReplacer("2 of 3 (Page)", "3 of 3 (Mail)", "1 of 2", "-", "In progress", "mostly done").Replace(at2[8:]), threePhases, "01-base/01-01*", nil, nil, "complete milestone; 1?"},
		"an overview without a number":                   {strings.Replace(at2, "1 of 2", "1 of 1", 1), threePhases, "01-base/01-01* phases/02-page/PLAN.md 02-page/02-01*", nil, nil, "plan 03"},
		"an active workstream":                           {"", "", "01-base/01-01", map[string]string{"active-workstream": "mail\n", "workstreams/mail/STATE.md": at2}, nil, "moved"},
		"an active workstream beside the state":          {at2, threePhases, "02-page/02-01", map[string]string{"active-workstream": "mail\n", "workstreams/mail/STATE.md": at2}, nil, "execute 02-01"},
		"an active workstream that does not exist":       {"", "", "01-base/01-01", map[string]string{"active-workstream": "mail\n"}, nil, "execute 01-01"},
		"a folder of another track":                      {strings.Replace(at2, "2 of 3 (Page)", "3 of 3 - COMPLETE", 1), strings.ReplaceAll(threePhases, "[ ]", "[x]"), "01-base/01-01* 03-mail/03-01* phases/training-01-intake/training-01-01-PLAN.md", nil, nil, "complete milestone"},
		"a goal that contains the word complete":         {strings.NewReplacer("2 of 3 (Page)", "1 of 3 - COMPLETE").Replace(at2), "# Roadmap\n| # | Phase | Goal |\n|---|---|---|\n| 1 | Base | Complete the base |\n| 2 | Page | Full tests, complete docs, review |\n| 3 | Mail | Send it |\n### Phase 1: Base\n### Phase 2: Page\n### Phase 3: Mail\n", "01-base/01-01*", nil, nil, "plan 02"},
		"an empty folder beside that of a done phase":    {strings.NewReplacer("2 of 3 (Page)", "1 of 3 - COMPLETE").Replace(at2), threePhases, "01-base/01-01* 02/02-01* 02/02-02*", map[string]string{"phases/02-page/02-CONTEXT.md": "c"}, nil, "plan 03"},
		"a folder that is only a number":                 {strings.NewReplacer("2 of 3 (Page)", "1 of 3 - COMPLETE").Replace(at2), threePhases, "01-base/01-01* 02/02-01*", map[string]string{"MILESTONES.md": "m"}, nil, "plan 03"},
		"a state that names the next plan in a field":    {strings.Replace(at2, "1 of 2", "02 of TBD complete", 1) + "\nNext: Phase 2 Plan 03 — Footer\n", threePhases, "02-page/02-01 02-page/02-02* 02-page/02-03", nil, nil, "execute 02-03"},
		"places of equal weight":                         {at2 + "\nStopped at: Phase 3 context gathered, ready to plan Phase 3\n", threePhases, "02-page/02-01", nil, nil, "execute 02-01; 1?"},
	} {
		if got := shown(s.project().Next()); got != s.want {
			t.Errorf("%s: %s, want %s", name, got, s.want)
		}
	}
}

func TestIsOver(t *testing.T) {
	for title, want := range map[string]bool{
		"- ✅ **v1.0 First** - Phases 1-3": true, "- v1.0 First - Phases 1-3 (shipped 2026-01-01)": true, "## v1.0 First — SHIPPED": true, "## v1.0 First (complete)": true, "## v1.0: First - COMPLETE": true, "## v1.0 First (incomplete)": false,
		"- v1.1 Complete Rewrite - Phases 4-6 (planned)": false, "## v1.1 Complete Rewrite": false, "- 🚧 v1.1 Rewrite (in progress), v1.0 shipped": false, "- 📋 v1.2 Done Right - Phases 7-8": false, "- v1.1 Failed Logins - Phase 4 (next)": false,
	} {
		if got := isOver(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

func TestHeadingDone(t *testing.T) {
	for line, want := range map[string]bool{
		"### Phase 2: Complete the API": false, "### Phase 2: Abandoned carts": false, "### Phase 2: Verified accounts": false, "### Phase 2: Page ✅": true, "### Phase 2: Page (complete)": true,
		"### Phase 2: Page - DONE": true, "### Phase 2: Page — shipped 2026-01-01": true, "### Phase 2: Page (not started)": false,
		"### Phase 2: Page – Next.js (DONE)": true, "### Phase 2: Page - interactive (done)": true,
		"| 2. Page | 2/2 | Complete | Next.js |": true, "| 2. Page | Complete | restarted twice |": true, "| 2. Page | Done. Next: mail | - |": false,
		"| 2. Page | abandoned | - |": true, "| 2. Page | unverified | todo |": false,
	} {
		level := strings.Count(line, "#")
		if m := parseMention(line, level); m.number != "02" || m.done != want {
			t.Errorf("%s: %+v", line, m)
		}
	}
	if isStarted("## v2.0 Page (not started)") {
		t.Error("what is not started is")
	}
	for status, want := range map[string]string{"passed": checkPassed, "not_passed": checkGaps, "incomplete": checkGaps, "unverified": checkGaps, "human_needed": checkPerson, "gaps_found": checkGaps, "x": ""} {
		if got := meaningOf(checks, strings.ToLower(status)); got != want {
			t.Errorf("%s: %q", status, got)
		}
	}
}

func TestElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		state   string
		commits int
		changed []string
		unsure  bool

		subjects []string
	}{
		"few commits of a later phase":          {at2, 5, nil, false, []string{"feat(03-01): a", "feat(phase-3): b"}},
		"some commits of a later phase":         {at2, 5, nil, true, []string{"feat(03-01): a", "feat(phase-3): b", "fix(3): c"}},
		"some commits of this phase and others": {at2, 5, nil, false, []string{"feat(02-01): a", "feat(ui): b", "fix(9): c", "fix(9): c", "fix(9): c"}},
		"some commits that plan a later phase":  {at2, 5, nil, false, []string{"docs(03): research the phase", "docs(03): write the plans", "docs(03): revise them"}},
		"some commits that end a later phase":   {at2, 5, nil, true, []string{"docs(03-01): complete a", "docs(03-02): complete b", "docs(03-03): complete c"}},
		"few":                                   {at2, 5, []string{"docs/plans/a.md"}, false, nil},
		"some commits of code":                  {at2, 30, []string{"src/plan.go", ".planning/x.md"}, false, nil},
		"some commits and a document":           {at2, 30, []string{"docs/plans/a.md"}, true, nil},
		"many":                                  {at2, 70, nil, true, nil},
		"many commits after the end":            {strings.Replace(at2, "In progress", "Ready for next milestone", 1), 70, nil, false, nil},
	} {
		p := (&shape{state: c.state, roadmap: threePhases, files: "02-page/02-01"}).project()
		p.git.After = func(name string) []string {
			if name == p.Dir {
				return make([]string, c.commits)
			}
			return c.subjects
		}
		p.git.ChangedSince = func(string) []string { return c.changed }
		if a := p.Next(); a.Unsure != c.unsure || c.unsure && c.subjects == nil && a.Commits != c.commits {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestHistory(t *testing.T) {
	s := shape{state: strings.Replace(at2, "2 of 3 (Page)", "3 of 3 (Mail)", 1), roadmap: threePhases, files: "01-base/01-01 02-page/02-01 03-mail/03-01* 03-mail/03-02 quick/001-fix/001-PLAN.md quick/001-fix/SUMMARY.md quick/002-fix/002-PLAN.md archive/01-x/01-01-PLAN.md milestones/v1/01-01-PLAN.md"}
	p := s.project()
	for _, x := range p.Plans {
		name := strings.TrimPrefix(x.File.Name, ".planning/")
		if got, want := p.IsHistory(x), name != "phases/03-mail/03-02-PLAN.md" && !strings.HasPrefix(name, "quick/002"); got != want {
			t.Errorf("%s is history: %v", name, got)
		}
	}
}

func TestMilestoneOf(t *testing.T) {
	s := shape{state: front("milestone: v1.0\nstatus: milestone complete"), roadmap: "# Roadmap\n- ✅ v1.9 B - Phase 2 (shipped)\n- ✅ v1.10-beta C - Phase 3 (shipped)\n- ✅ v1.0 A - Phase 1 (shipped)\n"}
	p := s.project()
	if got := p.MilestoneOf(p.Next()); got != "v1.10-beta" {
		t.Errorf("got %q", got)
	}
	restarted := &Statement{Value: Value{Text: "v1.1 is complete with the restarted server"}, report: report{is: past}}
	if got := restarted.milestone(); got != "v1.1" {
		t.Errorf("a restart begins the milestone: %q", got)
	}
	s = shape{state: "# State\n\n## Current Position\n\nAll milestones v1.0–v1.7 archived. Next: v1.8 Mail (Phases 3-4).\n"}
	p = s.project()
	if got := p.MilestoneOf(p.Next()); got != "v1.7" {
		t.Errorf("of a range: got %q", got)
	}
}

func TestOpenPhases(t *testing.T) {
	s := shape{strings.Replace(at2, "2 of 3 (Page)", "3 of 3 - COMPLETE", 1), strings.Replace(threePhases, "[ ] **Phase 3", "[x] **Phase 3", 1), "02-form/02-01 02-page/02-01 03-mail/03-01*", nil, nil, ""}
	if a := s.project().Next(); len(a.Open) != 1 || a.Open[0].Number != "02" {
		t.Errorf("%v", a.Open)
	}
}

func TestParseReport(t *testing.T) {
	for text, want := range map[string]report{
		"Phase 8 complete, ready to plan Phase 9":     {current, "09", ""},
		"Completed 03-04-PLAN.md":                     {past, "03", "04"},
		"Phase 4.2-01 (pages) complete":               {past, "04.2", "01"},
		"Phase 3 of 6 (Mail) - plan 01 complete":      {past, "03", "01"},
		"Phase 23 plans verified":                     {current, "23", ""},
		"Roadmap for phases 05-08 created":            {unknownStage, "05", ""},
		"Completed Phase 03 plan 03-04":               {past, "03", "04"},
		"Completed 03-04: the page":                   {past, "03", "04"},
		"Phase 3 Plan 02 complete - 2 of 4 done":      {past, "03", "02"},
		"Executing Phase 14.1":                        {current, "14.1", ""},
		"Ready for next phase":                        {past, "", ""},
		"Phase complete, ready for verification":      {check, "", ""},
		"v1.3 milestone complete":                     {over, "", ""},
		"All phases complete":                         {over, "", ""},
		"Milestone v1.3 shipped":                      {shipped, "", ""},
		"Planning next milestone":                     {shipped, "", ""},
		"Phase 7 done; waiting for the customer":      {waits, "07", ""},
		"none":                                        {},
		"Session 05-03 of 2026":                       {},
		"Tests 10-20 pass":                            {},
		"In progress - API v2 shipped":                {current, "", ""},
		"In progress - project scaffold done":         {current, "", ""},
		"Phase 2 in progress; next milestone is v2.0": {current, "02", ""},
		"milestone not complete":                      {current, "", ""},
		"roadmap incomplete":                          {current, "", ""},
		"Not done":                                    {current, "", ""},
		"evaluation pending":                          {current, "", ""},
		"needs client library":                        {},
		"Page built (human-verify confirmed)":         {past, "", ""},
		"Page built; human verification pending":      {waits, "", ""},
		"No manual step pending":                      {current, "", ""},
		"Complete the API":                            {past, "", ""},
	} {
		if got := parseReport(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string]report{"run `/gsd:plan-phase 12` now": {current, "12", ""}, "/gsd-new-milestone": {shipped, "", ""}, "`/gsd:execute-plan 03-02`": {current, "03", "02"}, "/gsd:verify-work 4": {check, "04", ""}} {
		if got, ok := commandIn(text); !ok || got != want {
			t.Errorf("%q: %+v, %v", text, got, ok)
		}
	}
}

func TestDoneSpellings(t *testing.T) {
	for _, c := range []struct {
		plan, beside string
		want         bool
	}{
		{"01-x/01-01-PLAN.md", "01-x/01-01-SUMMARY.md", true},
		{"01-x/01-PLAN.md", "01-x/01-01-SUMMARY.md", true},
		{"01-x/02-PLAN.md", "01-x/01-02-SUMMARY.md", true},
		{"01-x/02-PLAN.md", "01-x/02-PLAN-SUMMARY.md", true},
		{"08a-x/08a-PLAN.md", "08a-x/08a-01-SUMMARY.md", true},
		{"17-x/17-02-PLAN.md", "17-x/17-SUMMARY.md 17-x/17-VERIFICATION.md", true},
		{"17-x/17-02-PLAN.md", "17-x/17-SUMMARY.md", false},
		{"17-x/17-02-PLAN.md", "17-x/02-SUMMARY.md", true},
		{"a/PLAN.md", "a/SUMMARY.md", true},
		{"12-x/12-PLAN-02.md", "12-x/12-02-SUMMARY.md", true},
		{"12-x/12-PLAN-02-page.md", "12-x/12-PLAN-02-page-SUMMARY.md", true},
		{"12-x/12-PLAN-02.md", "12-x/12-01-SUMMARY.md", false},
		{"12-x/12-PLAN-02-API-client.md", "12-x/12-02-SUMMARY.md", true},
		{"01-x/01-02-PLAN.md", "01-x/01-01-SUMMARY.md", false},
		{"01-x/01-02-PLAN.md", "01-x/01-x-02-SUMMARY.md", true},
		{"01-x/01-02-PLAN.md", "01-x/01-x-01-SUMMARY.md", false},
	} {
		names := map[string]bool{"p/" + c.plan: true}
		for _, name := range strings.Fields(c.beside) {
			names["p/"+name] = true
		}
		if got := planfile.IsDone(names, "p/"+c.plan); got != c.want {
			t.Errorf("%s beside %s: %v", c.plan, c.beside, got)
		}
	}
}
