package lint

import (
	"slices"
	"strings"
	"testing"
)

// TestSecretPlaces checks where a key is found. KEY, PW, JWT, AWS and HEX stand for secrets.
func TestSecretPlaces(t *testing.T) {
	key, pw := "sk-ant-"+"api03-"+random[:60], "Zt7Qw9Lm2Kx4"
	aws, hex := random[:39]+"/", "9e107d9d372bb6826bd81d3542a419d6"
	token := "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0." + random[:43]
	for _, place := range []string{
		"| name | value |\n|---|---|\n| `API` | `KEY` |", "| API|KEY|", "```env\nAPI_KEY=KEY\nOTHER=1\n```", "```\nexport API_KEY='KEY'\n```", "    set API_KEY=KEY\r\n",
		`{"env": {"API_KEY": "KEY"}}`, `"{\"key\":\"KEY\"}"`, "env:\n  API_KEY: KEY # live\n", "- key: \"KEY\"\n", "key: >-\n  KEY\n", "**KEY**", "*KEY*", "<KEY>", "[KEY](x)", "> KEY", "~~KEY~~",
		"curl -H 'Authorization: Bearer KEY' https://api.corp.net", "-H \"x-api-key:KEY\"", "--api-key=KEY", "Bearer JWT", "Authorization: Bearer JWT\n", "| token | JWT |", "?access_token=JWT&x=1", "https://api.corp.net/v1?key=KEY#top",
		"the key (KEY) works", "KEY, and more", "key=KEY;", "export KEY\\", "\u00a0KEY\u00a0", "”KEY“", "# KEY\n", "ENV API_KEY KEY", "{{KEY}}", "$KEY", "'KEY'",
		"DATABASE_URL=postgres://app:PW@db.corp.net:5432/main?sslmode=require", "`mysql+pymysql://app:PW@db/main`", "| DB | mongodb+srv://app:PW@c0.corp.net/main |", "rediss://:PW@cache:6380/0", "git clone https://bot:PW@git.corp.net/x.git", `"url": "amqps://svc:PW@mq.corp.net/%2f"`,
		`{"SecretAccessKey": "AWS"}`, "AWS_SECRET_ACCESS_KEY='AWS'", "aws_secret_access_key = AWS\n", "aws-secret-access-key: AWS", `AWS\_SECRET\_ACCESS\_KEY=AWS`, "| AWS_SECRET_ACCESS_KEY | `AWS` |", `"{\"secretAccessKey\":\"AWS\"}"`, "secretAccessKey => 'AWS'",
		"jdbc:mysql://db.corp.net/main?user=app&password=PW", "`jdbc:sqlserver://db.corp.net;user=app;password=PW`", `"jdbc:postgresql://db.corp.net/main?password=PW&amp;ssl=true"`,
		"MAILGUN_KEY: key-HEX", "postgres://app:hunter2@db.corp.net/main",
	} {
		text := strings.NewReplacer("API_KEY", "NAME", "x-api-key", "x-api-key", "KEY", key, "PW", pw, "JWT", token, "AWS_", "AWS_", "AWS\\_", "AWS\\_", "AWS", aws, "HEX", hex).Replace(place)
		found := Secrets(text)
		if len(found) != 1 {
			t.Errorf("%q gives %v", text, found)
		} else if shown := text[found[0].Span.Start:found[0].Span.End]; !slices.Contains([]string{key, pw, token, aws, "key-" + hex, "hunter2"}, shown) {
			t.Errorf("%q gives %q", text, shown)
		}
	}
}
