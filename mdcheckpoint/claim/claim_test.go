package claim_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// SHA-256 of "abc". Source: FIPS 180-2, appendix B.1.
const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

func returns(text string, err error) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) { return text, err }
}

func TestVerify(t *testing.T) {
	machine := func(err error) error { return &fs.PathError{Op: "open", Path: "a/b.md", Err: err} }
	for name, e := range map[string]struct {
		actual func(fs.FS) (string, error)
		same   func(a, b string) bool
		want   string
	}{
		"verified":                  {returns("x", nil), nil, `verified: n is "x"`},
		"stale":                     {returns("y", nil), nil, `stale: n, recorded "x", actual "y"`},
		"case":                      {returns("X", nil), nil, `stale: n, recorded "x", actual "X"`},
		"own comparison":            {returns("X", nil), strings.EqualFold, `verified: n is "x"`},
		"own comparison, different": {returns("x", nil), func(a, b string) bool { return a != b }, `stale: n, recorded "x", actual "x"`},
		"empty":                     {returns("", nil), nil, `stale: n, recorded "x", actual ""`},
		"error":                     {returns("x", errors.New("no list in it")), nil, `unverifiable: n, recorded "x", because no list in it`},
		"missing":                   {returns("", machine(fs.ErrNotExist)), nil, `unverifiable: n, recorded "x", because a/b.md does not exist`},
		"wrapped":                   {returns("", fmt.Errorf("hash: %w", machine(fs.ErrNotExist))), nil, `unverifiable: n, recorded "x", because a/b.md does not exist`},
		"forbidden":                 {returns("", machine(errors.New("/home/ada: permission denied"))), nil, `unverifiable: n, recorded "x", because a/b.md cannot be read`},
	} {
		c := claim.Claim{Key: "k", Name: "n", Recorded: "x", Span: source.Span{Start: 1, End: 2}, Actual: e.actual, Same: e.same}
		verdicts := claim.Verify(nil, []claim.Claim{c, {Name: "next", Actual: returns("", nil)}})
		if len(verdicts) != 2 || verdicts[1].Name != "next" || verdicts[1].Status != claim.Verified {
			t.Fatalf("%s: got %+v", name, verdicts)
		}
		v := verdicts[0]
		if v.String() != e.want || !strings.HasPrefix(e.want, string(v.Status)+":") || v.Span != c.Span || v.Key != "k" {
			t.Errorf("%s: got %q, want %q", name, v, e.want)
		}
		if (v.Reason != "") != (v.Status == claim.Unverifiable) || v.Status == claim.Unverifiable && v.Actual != "" {
			t.Errorf("%s: reason %q, actual %q", name, v.Reason, v.Actual)
		}
	}
	if got := claim.Verify(nil, nil); len(got) != 0 {
		t.Errorf("no claims give %v", got)
	}
}

func TestHash(t *testing.T) {
	tree := fstest.MapFS{"d/abc": {Data: []byte("abc")}, "crlf": {Data: []byte("abc\r\n")}}
	for digits, want := range map[int]string{8: abc[:8], 64: abc, 0: ""} {
		if got, err := claim.HashPrefix("d/abc", "", digits)(tree); err != nil || got != want {
			t.Errorf("%d digits are %q, %v", digits, got, err)
		}
	}
	if got, _ := claim.HashPrefix("crlf", "", 8)(tree); got == abc[:8] {
		t.Error("line endings do not count")
	}
	if claim.Hash([]byte("abc")) != abc {
		t.Error("wrong hash")
	}
	if _, err := claim.HashPrefix("none", "", 8)(tree); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestHashes checks that a hash matches after git changed line endings.
func TestHashes(t *testing.T) {
	for _, text := range []string{"a\nb\n", "a\r\nb", "a\n\nb\n", "\n", "a\rb\n", "a\x00\n", "", "a"} {
		lf := strings.ReplaceAll(text, "\r\n", "\n")
		forms := []string{text, lf, strings.ReplaceAll(lf, "\n", "\r\n")}
		for _, was := range forms[1:] {
			recorded := strings.ToUpper(claim.Hash([]byte(was))[:8])
			for _, is := range forms {
				tree := fstest.MapFS{"f": {Data: []byte(is)}}
				if got, err := claim.HashPrefix("f", recorded, 8)(tree); err != nil || got != recorded {
					t.Errorf("of %q was recorded %s, of %q it is %s, %v", was, recorded, is, got, err)
				}
			}
			for _, changed := range []string{was + "\n", was + " ", was + "\r", "\n" + was, strings.ReplaceAll(was, "a", "b") + "\r\n"} {
				tree := fstest.MapFS{"f": {Data: []byte(changed)}}
				if got, _ := claim.HashPrefix("f", recorded, 8)(tree); got != claim.Hash([]byte(changed))[:8] {
					t.Errorf("of %q was recorded %s, of %q it is %s", was, recorded, changed, got)
				}
			}
		}
	}
}

func Example() {
	tree := fstest.MapFS{"rfc.md": {Data: []byte("abc")}}
	for _, v := range claim.Verify(tree, []claim.Claim{
		{Name: "hash of rfc.md", Recorded: "ba7816bf", Actual: claim.HashPrefix("rfc.md", "ba7816bf", 8)},
		{Name: "hash of plan.md", Recorded: "00000000", Actual: claim.HashPrefix("plan.md", "00000000", 8)},
	}) {
		fmt.Println(v)
	}
	// Output:
	// verified: hash of rfc.md is ba7816bf
	// unverifiable: hash of plan.md, recorded 00000000, because plan.md does not exist
}

func TestExists(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "dir", "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 256)
	for name, want := range map[string]claim.Status{
		"dir/file": claim.Verified, "dir": claim.Verified, ".": claim.Verified,
		"nope": claim.Stale, "nope/nope": claim.Stale, "dir/nope": claim.Stale, "dir/file/x": claim.Stale, "dir/file/x/y": claim.Stale,
		"a\x00b": claim.Stale, "dir/\x00": claim.Stale, long: claim.Stale, "dir/" + long: claim.Stale, "dir/file/" + long: claim.Stale, long + "/x": claim.Stale,
		strings.Repeat("nope/", 2000) + "x": claim.Stale, strings.Repeat("dir/../", 1) + "x": claim.Unverifiable,
		"../x": claim.Unverifiable, "/x": claim.Unverifiable, "": claim.Unverifiable, "~/x": claim.Unverifiable, "~": claim.Unverifiable, "dir/~x": claim.Stale,
	} {
		for kind, tree := range map[string]fs.FS{"memory": fstest.MapFS{"dir/file": {}}, "disk": os.DirFS(dir)} {
			got := claim.Verify(tree, []claim.Claim{{Name: name, Recorded: claim.Present, Actual: claim.Exists(name)}})
			if got[0].Status != want {
				t.Errorf("%s, %.40s: %s, want %s", kind, name, got[0].Status, want)
			}
		}
	}
}

func TestBounded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 9_999: 9_999, 10_000: 10_000, 10_001: 10_000, 10_002: 10_000} {
		claims := make([]claim.Claim, n)
		for i := range claims {
			claims[i].Key = fmt.Sprint(i)
		}
		some, left := claim.Bounded(claims)
		if len(some) != want || left != n-want {
			t.Errorf("of %d claims %d are kept and %d left out, want %d", n, len(some), left, want)
		}
		if want > 0 && some[want-1].Key != fmt.Sprint(want-1) {
			t.Errorf("of %d claims the last one kept is number %s", n, some[want-1].Key)
		}
	}
}

func TestExistsTooLong(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	deep := strings.Repeat("d/", 1900) // 3,800 bytes
	for _, e := range []struct {
		name string
		want claim.Status
	}{
		{x(254), claim.Unverifiable}, {x(255), claim.Unverifiable}, {x(256), claim.Stale},
		{"a/" + x(255) + "/b", claim.Unverifiable}, {"a/" + x(256) + "/b", claim.Stale},
		{deep + x(199), claim.Unverifiable}, {deep + x(200), claim.Unverifiable}, {deep + x(201), claim.Stale},
	} {
		got := claim.Verify(failing{}, []claim.Claim{{Recorded: claim.Present, Actual: claim.Exists(e.name)}})
		if got[0].Status != e.want {
			t.Errorf("%d bytes, %.8s…: %s, want %s", len(e.name), e.name, got[0].Status, e.want)
		}
	}
}

func TestExistsUnknown(t *testing.T) {
	got := claim.Verify(failing{}, []claim.Claim{{Recorded: claim.Present, Actual: claim.Exists("a/b")}})
	if got[0].Status != claim.Unverifiable || !errors.Is(got[0].Err, fs.ErrPermission) {
		t.Errorf("%s", got[0])
	}
}

type failing struct{}

func (failing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestOutside(t *testing.T) {
	for name, c := range map[string]struct {
		commit func(string) (bool, error)
		want   string
	}{
		"no repository": {nil, "unverifiable: commit abc1234, because there is no git repository"},
		"no git":        {func(string) (bool, error) { return true, errors.New("git cannot be run") }, "unverifiable: commit abc1234, because git cannot be run"},
		"known":         {func(hash string) (bool, error) { return hash == "abc1234", nil }, "verified: commit abc1234 exists"},
		"unknown":       {func(string) (bool, error) { return false, nil }, "stale: commit abc1234 does not exist"},
	} {
		out := claim.Outside{Commit: c.commit}
		claims := []claim.Claim{{Name: "commit abc1234", Recorded: claim.Present, Actual: out.CommitExists("abc1234")}}
		if got := claim.Verify(nil, claims)[0].String(); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
