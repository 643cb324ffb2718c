package main

import (
	"fmt"
	"slices"
)

// An excused mutant may survive.
type excused struct{ name, why string }

// excuses are the mutants that no test can tell from mdck, or that no promise is about.
func excuses() []excused {
	const (
		passes   = "a stop for what never ends: tests of fixes that converge take fewer than ten passes"
		waits    = "how long is waited: tests ask no clock"
		saves    = "what it lets pass the next lines find as well, or means nothing: it saves time or memory only"
		negative = "stands for no number, as any that is negative does"
		homes    = "a stop for what never ends: the tests take a home away fewer than a hundred times"
		huge     = "such an exponent is beyond any number: one more or less means nothing"
		arrows   = "neither U+2190 nor what stands before it is of the classes that are asked for then"
		rounds   = "a stop for what never ends: tests of prompts that hold headings take fewer than eight rounds"
		holders  = "the longest word in the switch of isPlaceholder has 16 bytes: the bound saves time only"
		readers  = "mdck does not use it: it is for readers of the package, and held by tests that count"
		cents    = "an amount with two decimals is spelled alike by both branches"
		windows  = "the longest word that it is compared with is far shorter: the bound saves time only"
		caps     = "a number so large stands for any that is too high: one more or less means nothing"
		ends     = "what it lets go of ends with the process, which does this once"
	)
	return []excused{
		{"limit mdcheckpoint/agents.ProtocolFields up", readers},
		{"limit mdcheckpoint/agents.ProtocolFields down", readers},
		{"limit mdcheckpoint/ccc.LoopFields up", readers},
		{"limit mdcheckpoint/ccc.LoopFields down", readers},
		{"limit mdcheckpoint/ccc.promptText.rounds up", rounds},
		{"limit mdcheckpoint/ccc.promptText.rounds down", rounds},
		{"limit internal/safefile.defaultWait up", waits},
		{"limit internal/safefile.defaultWait down", waits},
		{"limit internal/safefile.noOffset down", negative},
		{"step internal/safefile.copyTo: t.makeHome(class)", saves},
		{"step internal/safefile.listArchive: t.makeHome(archiveDir)", saves},
		{"limit internal/safefile.mostHomes up", homes},
		{"limit internal/safefile.mostHomes down", homes},
		{"limit internal/agentdir.defaultWait up", waits},
		{"limit internal/agentdir.defaultWait down", waits},
		{"limit internal/agentdir.pause up", waits},
		{"limit internal/agentdir.pause down", waits},
		{"limit internal/agentdir.settle up", waits},
		{"limit internal/agentdir.settle down", waits},
		{"step internal/agentdir.readStart: f.Close()", ends},
		{"step internal/agentdir.sleep: timer.Stop()", ends},
		{"step internal/save.Run: r.close()", ends},
		{"step internal/save.close: r.repo.Close()", ends},
		{"limit mdcheckpoint/source.Hidden 0x7f up", saves},
		{"limit mdcheckpoint/source.Hidden 0x7f down", saves},
		{"limit mdcheckpoint/jsondoc.nextHidden 0x7f down", saves},
		{"limit mdcheckpoint/ccc.isSign 0x2190 up", arrows},
		{"limit mdcheckpoint/ccc.isSign 0x2190 down", arrows},
		{"limit mdcheckpoint/ccc.near.most up", saves},
		{"limit mdcheckpoint/ccc.near.most down", saves},
		{"limit mdcheckpoint/loop.mostCount up", caps},
		{"limit mdcheckpoint/loop.mostCount down", caps},
		{"limit mdcheckpoint/jsondoc.object.few up", saves},
		{"limit mdcheckpoint/jsondoc.object.few down", saves},
		{"limit mdcheckpoint/jsondoc.parseDecimal.huge down", huge},
		{"limit mdcheckpoint/jsondoc.parseDecimal.huge up", huge},
		{"limit mdcheckpoint/schema.Bare 0x2190 up", arrows},
		{"limit mdcheckpoint/schema.Bare 0x2190 down", arrows},
		{"limit mdcheckpoint/plan.names.most up", windows},
		{"limit mdcheckpoint/plan.names.most down", windows},
		{"limit mdcheckpoint/plan.runsOn.most up", windows},
		{"limit mdcheckpoint/plan.runsOn.most down", windows},
		{"limit mdcheckpoint/plan/position.readFields 40 up", windows},
		{"limit mdcheckpoint/plan/position.readFields 40 down", windows},
		{"limit mdcheckpoint/plan/threshold.short 4 * most + 1 up", saves},
		{"limit mdcheckpoint/plan/threshold.Exact 3 down", cents},
		{"limit mdcheckpoint.keptBlank up", saves},
		{"limit mdcheckpoint.keptBlank down", saves},
		{"limit lint.maxPasses up", passes},
		{"limit lint.maxPasses down", passes},
		{"limit lint.longestPlaceholder up", holders},
		{"limit lint.longestPlaceholder down", holders},
	}
}

// excuse notes the excuses, each of which has to be for a mutant.
func excuse(mutants []mutant) error {
	for _, e := range excuses() {
		i := slices.IndexFunc(mutants, func(m mutant) bool { return m.name == e.name })
		if i < 0 {
			return fmt.Errorf("there is an excuse for %q, and no such mutant", e.name)
		}
		mutants[i].excuse = e.why
	}
	return nil
}
