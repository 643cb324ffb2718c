package save

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mdck/internal/lock"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
)

const (
	gateNote = "gate" // name of the note about the last saved gate
	logNote  = "save.log"
)

const maxLog = 64 << 10

// AtGate saves a session once at each gate. It returns nil if there is nothing to save.
func AtGate(ctx context.Context, o Options) (*Report, error) {
	files := tree.Dir(o.Target.Root)
	s := ccc.Read(files, o.Target.Main, o.Target.State)
	gate := s.State.Gate()
	if gate == 0 {
		return nil, notes(o.Target).RemoveMemo(gateNote)
	}
	mark := fmt.Sprintf("%d %s\n", gate, ccc.IssueID(s.State, s.Progress, "", o.Team))
	if mine, err := claimGate(&o, mark); !mine {
		return nil, err
	}
	var err error
	o.Profile = Automated
	report := Run(ctx, o)
	if report.Steps[0].Outcome == Failed {
		err = notes(o.Target).RemoveMemo(gateNote)
	} else {
		err = o.locked(func() error { return notes(o.Target).WriteMemo(gateNote, mark) })
	}
	entry := fmt.Sprintf("%s gate %s%s\n", spelling.FormatTime(o.Now), mark, strings.TrimRight(report.Text(), "\n"))
	return report, errors.Join(err, appendLog(&o, entry))
}

// claimGate reports whether this process, and no other, saves the session at the gate.
func claimGate(o *Options, mark string) (mine bool, err error) {
	err = o.locked(func() error {
		saved, _, err := o.Target.ReadMemo(gateNote)
		if by, same := strings.CutPrefix(saved, mark); err == nil && same {
			if id, claimed := lock.ParseID(by); !claimed || !id.Gone() {
				return nil
			}
		}
		mine = true
		return notes(o.Target).WriteMemo(gateNote, mark+lock.Self().ID()+"\n")
	})
	return mine && err == nil, err
}

func (o *Options) locked(do func() error) error {
	_, err := o.update(func(*protocol.Reader) (*protocol.Change, error) { return &protocol.Change{}, do() })
	return err
}

func appendLog(o *Options, entry string) error {
	return o.locked(func() error {
		text, _, err := o.Target.ReadMemo(logNote)
		if err != nil {
			return err
		}
		if text += entry; len(text) > maxLog {
			text = text[len(text)-maxLog/2:]
			_, text, _ = strings.Cut(text, "\n")
		}
		return notes(o.Target).WriteMemo(logNote, text)
	})
}
