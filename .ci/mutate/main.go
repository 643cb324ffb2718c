// Command mutate breaks mdck in one place at a time and wants a test to go red.
//
//	go run ./.ci/mutate                      # every rule, limit and step of a write
//	go run ./.ci/mutate -only '^rule any/'   # those of that name
//	go run ./.ci/mutate -tests agentdir\|cmd/mdck -run '^TestScripts$/^agents'   # by few of the scripts
//	go run ./.ci/mutate -classic 200 -seed 1 # a sample of ordinary slips instead
//
// It finds the places itself, by the syntax and the types of the sources, so what is
// new joins. The mutants are all built into one copy of the tree, in a temporary
// directory, each behind a number; the work tree is never written to. Every test program
// is built once. It runs once to learn which mutants it reaches, and once for each
// of those that no program killed before it.
//
// The output has a line for each mutant: its fate, its name, and the test that caught
// it. The status is 0 if all are killed or excused, 1 if one survived, 2 if the job could not
// be done: the tests are red as they are, or an excuse names nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"sync/atomic"
	"syscall"
)

type options struct {
	only, tests, packages *regexp.Regexp
	classic               int
	seed                  uint64
	workers               int
	list                  bool
	run                   string
}

// stopping says that the copy is being removed, so that what runs in it tells nothing.
var stopping atomic.Bool

var errSurvived = errors.New("mutants survived")

func main() {
	var o options
	pattern := func(name, usage string) func() *regexp.Regexp {
		value := flag.String(name, "", usage)
		return func() *regexp.Regexp { return regexp.MustCompile(*value) }
	}
	only := pattern("only", "regular expression of names of mutants")
	tests := pattern("tests", "regular expression of packages whose tests run")
	packages := pattern("packages", "regular expression of packages that are broken, for -classic")
	flag.IntVar(&o.classic, "classic", 0, "how many ordinary slips to try instead: conditions turned round, bounds moved, statements left out")
	flag.Uint64Var(&o.seed, "seed", 1, "of the choice of -classic")
	flag.IntVar(&o.workers, "workers", runtime.NumCPU(), "test programs that run at once")
	flag.StringVar(&o.run, "run", "", "tests of "+scripts+" that run, as in go test: ^TestScripts$/^agents; empty means all")
	flag.BoolVar(&o.list, "list", false, "print the names and stop")
	flag.Parse()
	o.only, o.tests, o.packages = only(), tests(), packages()
	switch err := run(o); {
	case errors.Is(err, errSurvived):
		os.Exit(1)
	case err != nil:
		fmt.Fprintf(os.Stderr, "mutate: %v\n", err)
		os.Exit(2)
	}
}

func run(o options) error {
	work, err := os.MkdirTemp("", "mdck-mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		stopping.Store(true)
		_ = os.RemoveAll(work)
		os.Exit(2)
	}()
	t := &tree{dir: filepath.Join(work, "tree"), work: work}
	if err := t.copy(); err != nil {
		return err
	}
	packages, err := t.load()
	if err != nil {
		return err
	}
	mutants, err := find(packages, o)
	if err != nil {
		return err
	}
	if o.list {
		for _, m := range mutants {
			fmt.Println(m.name)
		}
		return nil
	}
	if err := t.rewrite(mutants); err != nil {
		return err
	}
	return t.try(mutants, o)
}
