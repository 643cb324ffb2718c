package spelling

import (
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"User Intent Signals": "user-intent-signals", "What's  Next?": "what-s-next", " -A- ": "a", "": "", "---": "", "Größe 2": "größe-2", "gate-b": "gate-b",
	} {
		if got := Slug(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}

func FuzzTitle(f *testing.F) {
	for _, title := range []string{"rfc-1", "Log", "log: x", "Éa", "İ", "a  b", "`x`", "{", "：", "Notes", ""} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if once := FoldTitle(id); FoldTitle(once) != once && !strings.ContainsAny(id, "*`") {
			t.Errorf("%q folds to %q and to %q", id, once, FoldTitle(once))
		}
		if once := Slug(id); Slug(once) != once || strings.HasPrefix(once, "-") || strings.HasSuffix(once, "-") || strings.Contains(once, "--") {
			t.Errorf("the slug of %q is %q", id, once)
		}
	})
}

func TestTitles(t *testing.T) {
	for _, c := range []struct {
		name       string
		of         func(string) string
		text, want string
	}{
		{"PlainTitle", PlainTitle, "2. **Done**/`Next` (3/4):", "Done / Next"},
		{"PlainTitle", PlainTitle, "(2)", "(2)"},
		{"PlainTitle", PlainTitle, "Notes (old)", "Notes (old)"},
		{"TrimColons", TrimColons, " **Goal:**: ", "**Goal**"},
		{"TrimColons", TrimColons, "a: b：", "a: b"},
		{"TrimColons", TrimColons, "::", ""},
		{"WithoutPictures", WithoutPictures, "✅ Done ⚠️", " Done "},
		{"WithoutPictures", WithoutPictures, "a^b ©", "a^b ©"},
		{"ShowPlaceholders", ShowPlaceholders, "Round {N}", "Round <N>"},
		{"JoinLines", JoinLines, "a  b \r\n\r\n\tc\n", "a  b c"},
		{"BulletText", BulletText, "+ a\n  - b", "a - b"},
		{"BulletText", BulletText, "-a", "-a"},
		{"TrimBlank", TrimBlank, "\n \t\n  a\n\nb \n\n", "  a\n\nb"},
		{"SlashPath", SlashPath, ` a\b/c `, "a/b/c"},
		{"OrUnknown", OrUnknown, " \n", "unknown"},
		{"CleanLine", CleanLine, "a\x1b\n \xff", "a \ufffd"},
		{"OrUnknown", OrUnknown, "a\nb", "a b"},
	} {
		if got := c.of(c.text); got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.name, c.text, got, c.want)
		}
	}
}
