package save

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func FuzzMemos(f *testing.F) {
	many := &memos{}
	for i := range 50 {
		many.Issues = append(many.Issues, memo{Issue: fmt.Sprintf("CIA-%d", i), Comment: fmt.Sprint(i), Decisions: []string{"d"}})
	}
	full, err := many.remember(memo{Issue: "CIA-50"})
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{full, "{}", "null", `{"issues": [{"issue": "cia-7", "comment": "a"}, {"issue": "CIA-7"}, {}]}`, "[", ""} {
		f.Add(text, "CIA-7", "id", "one\ntwo")
		f.Add(text, "", "", "")
	}
	f.Fuzz(func(t *testing.T, text, issue, comment, decisions string) {
		before, err := parseMemos(text)
		if err != nil {
			return
		}
		valid := func(s string) string { return strings.ToValidUTF8(s, "") }
		fresh := memo{Issue: valid(issue), Comment: valid(comment), Decisions: strings.Split(valid(decisions), "\n")}
		others := slices.DeleteFunc(slices.Clone(before.Issues), func(m memo) bool { return strings.EqualFold(m.Issue, fresh.Issue) })
		written, err := before.remember(fresh)
		if err != nil {
			t.Fatal(err)
		}
		after, err := parseMemos(written)
		if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		if got := after.of(strings.ToLower(fresh.Issue)); strings.EqualFold(fresh.Issue, strings.ToLower(fresh.Issue)) && fmt.Sprint(got) != fmt.Sprint(fresh) {
			t.Errorf("remembered %+v, want %+v", got, fresh)
		}
		others = others[max(0, len(others)-49):]
		if got := after.Issues[:len(after.Issues)-1]; fmt.Sprint(got) != fmt.Sprint(others) {
			t.Errorf("the others were %+v and are %+v", others, got)
		}
		if again, err := after.remember(fresh); err != nil || again != written {
			t.Errorf("the same again: %v, %q became %q", err, written, again)
		}
	})
}
