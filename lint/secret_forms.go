package lint

// A keyForm is how a kind of key begins and what follows.
type keyForm struct {
	prefix string
	body   string // as bodyLen reads it
	what   string
	before string                 // of which the bytes before the prefix are; "" where the key begins with it
	judged byte                   // what the random part stands behind, if not the prefix
	alone  bool                   // behind a "/" or ":" and before a "." it is a digest, of an image or a file
	near   string                 // what has to stand shortly before, in small letters, where the key alone says too little
	public func(body string) bool // whether a key with this body is for everybody; nil if none is
}

// keyForms are the prefixes of keys with the alphabet and the length of the rest, ascending in
// the first byte, as formsAt needs; at a shared beginning the more special one first. Where an
// issuer has changed the length, or promises none, or where sources differ, a range.
//
// Sources, as of November 2026: gitleaks 8.30, looked up for most rows, has the same letters and
// lengths or narrower ones. Betterleaks has xAI, OpenRouter, DeepSeek, Replicate, Docker,
// Supabase, Figma and the GitLab token with two dots, and CircleCI; TruffleHog has Groq and the
// longer tokens of GitHub; GitHub's announcement of April 2026 has ghs_ with a web token in it. In
// several public scanners, not looked up at the issuer: GOCSPX-, ya29., lin_oauth_, whsec_, bkua_,
// CFPAT-, dt0c01., lsv2_, nvapi-, sk.eyJ, and phx_, whose length differs between them. From memory,
// no source found: glpat- of 22, glrt-t1_ and glcbt- of 20, hvs. of 24, xoxb-1-, xoxp-1- and xoxa-2-,
// the lengths behind tskey-, LTAI. Not looked up one by one: xoxc-, the parts of ghs_ with a web
// token, the lengths of the two parts of SG., the tail of an Atlassian token.
//
// Issuers whose keys have no prefix (Mistral, Cohere, Datadog) cannot be told from other text
// and are no rows; labelForms has some that stand under a fixed name.
var keyForms = [...]keyForm{
	{prefix: ".atlasv1.", body: "<b60-70>", what: "Terraform token", before: "<w14>"},
	{prefix: "AKIA", body: "<u16>", what: "AWS access key"},
	{prefix: "ASIA", body: "<u16>", what: "AWS session key"},
	{prefix: "ABIA", body: "<u16>", what: "AWS bearer token"},
	{prefix: "ACCA", body: "<u16>", what: "AWS context credential"},
	{prefix: "AIza", body: "<b35>", what: "Google API key"},
	{prefix: "AGE-SECRET-KEY-1", body: "<u50-58>", what: "age key"},
	{prefix: "AA", body: "<b33>", what: "Telegram bot token", before: "<d8-10>:"},
	{prefix: "ABSK", body: "<f109-271>", what: "Amazon Bedrock key"},
	{prefix: "AKCp", body: "<w69>", what: "Artifactory key"},
	{prefix: "ATATT3", body: "<e180-200>", what: "Atlassian token"},
	{prefix: "CCIPAT_", body: "<w22>_<x40>", what: "CircleCI token"},
	{prefix: "CCIPRJ_", body: "<w22>_<x40>", what: "CircleCI token"},
	{prefix: "CFPAT-", body: "<b43>", what: "Contentful token"},
	{prefix: "GOCSPX-", body: "<b28>", what: "Google client secret"},
	{prefix: "HRKU-AA", body: "<b58>", what: "Heroku key"},
	{prefix: "LTAI", body: "<w20>", what: "Alibaba Cloud access key"},
	{prefix: "NRAK-", body: "<u27>", what: "New Relic key"},
	{prefix: "PMAK-", body: "<h24>-<h34>", what: "Postman key"},
	{prefix: "SG.", body: "<b22>.<b43>", what: "SendGrid key"},
	{prefix: "SK", body: "<x32>", what: "Twilio key", alone: true},
	{prefix: "api_org_", body: "<w34>", what: "Hugging Face token"},
	{prefix: "bedrock-api-key-", body: "YmVkcm9jay5hbWF6b25hd3MuY29t<f60-3000>", what: "Amazon Bedrock key"},
	{prefix: "bkua_", body: "<x40>", what: "Buildkite token"},
	{prefix: "dckr_pat_", body: "<b27>", what: "Docker token"},
	{prefix: "dckr_oat_", body: "<b32>", what: "Docker token"},
	{prefix: "dop_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "doo_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "dor_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "dapi", body: "<x32>-<d1>", what: "Databricks token"},
	{prefix: "dapi", body: "<x32>", what: "Databricks token"},
	{prefix: "dt0c01.", body: "<w24>.<w64>", what: "Dynatrace token", judged: '.'},
	{prefix: "dp.pt.", body: "<w43>", what: "Doppler token"},
	{prefix: "eyJ", body: "<b12-300>.eyJ<b10-2000>.<b27-700>", what: "JSON web token", judged: '.', public: isForEveryone},
	{prefix: "figd_", body: "<b38-42>", what: "Figma token"},
	{prefix: "ghp_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "gho_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghu_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghs_", body: "<w1-24>_eyJ<b12-300>.eyJ<b10-2000>.<b27-700>", what: "GitHub token", judged: '.'},
	{prefix: "ghs_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghr_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "github_pat_", body: "<w22>_<w59>", what: "GitHub token"},
	{prefix: "glpat-", body: "<b27-300>.<w2>.<w7-9>", what: "GitLab token"},
	{prefix: "glpat-", body: "<b27-300>.<w9>", what: "GitLab token"},
	{prefix: "glpat-", body: "<b20-22>", what: "GitLab token"},
	{prefix: "glrt-", body: "t<d1>_<b27-300>.<w2>.<w7-9>", what: "GitLab runner token"},
	{prefix: "glrt-", body: "t<d1>_<b27-300>.<w9>", what: "GitLab runner token"},
	{prefix: "glrt-", body: "t<d1>_<b20-27>", what: "GitLab runner token"},
	{prefix: "glrt-", body: "<b20>", what: "GitLab runner token"},
	{prefix: "gldt-", body: "<b20>", what: "GitLab deploy token"},
	{prefix: "glft-", body: "<b20>", what: "GitLab feed token"},
	{prefix: "glffct-", body: "<b20>", what: "GitLab feature flag token"},
	{prefix: "glimt-", body: "<b25>", what: "GitLab mail token"},
	{prefix: "glsoat-", body: "<b20>", what: "GitLab SCIM token"},
	{prefix: "glagent-", body: "<b50>", what: "GitLab agent token"},
	{prefix: "gloas-", body: "<b64>", what: "GitLab application secret"},
	{prefix: "glptt-", body: "<x40>", what: "GitLab trigger token"},
	{prefix: "glcbt-", body: "<w1-5>_<b20>", what: "GitLab job token"},
	{prefix: "glcbt-", body: "<b20>", what: "GitLab job token"},
	{prefix: "gsk_", body: "<w52>", what: "Groq key"},
	{prefix: "glsa_", body: "<w32>_<h8>", what: "Grafana token"},
	{prefix: "glc_", body: "eyJ<f40-400>", what: "Grafana token"},
	{prefix: "hf_", body: "<w34>", what: "Hugging Face token"},
	{prefix: "hvs.", body: "<b90-120>", what: "Vault token"},
	{prefix: "hvs.", body: "<w24>", what: "Vault token"},
	{prefix: "hvb.", body: "<b138-300>", what: "Vault token"},
	{prefix: "key-", body: "<x32>", what: "Mailgun key", alone: true, near: "mailgun"},
	{prefix: "lin_api_", body: "<w32-64>", what: "Linear key"},
	{prefix: "lin_oauth_", body: "<w32-64>", what: "Linear key"},
	{prefix: "lsv2_pt_", body: "<x32>_<x10>", what: "LangSmith key"},
	{prefix: "lsv2_sk_", body: "<x32>_<x10>", what: "LangSmith key"},
	{prefix: "nvapi-", body: "<b64>", what: "NVIDIA key"},
	{prefix: "npm_", body: "<w36>", what: "npm token"},
	{prefix: "ntn_", body: "<d11><w35>", what: "Notion token"},
	{prefix: "ops_eyJ", body: "<f250-2000>", what: "1Password token"},
	{prefix: "pat", body: "<w14>.<x64>", what: "Airtable token", judged: '.'},
	{prefix: "phx_", body: "<w43-60>", what: "PostHog key"},
	{prefix: "pplx-", body: "<w48>", what: "Perplexity key"},
	{prefix: "pypi-AgEIcHlwaS5vcmc", body: "<b40-1000>", what: "PyPI token"},
	{prefix: "pscale_tkn_", body: "<b32-64>", what: "PlanetScale token"},
	{prefix: "pscale_pw_", body: "<b32-64>", what: "PlanetScale password"},
	{prefix: "pscale_oauth_", body: "<b32-64>", what: "PlanetScale token"},
	{prefix: "pul-", body: "<x40>", what: "Pulumi token"},
	{prefix: "r8_", body: "<w37>", what: "Replicate token"},
	{prefix: "rk_prod_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "rk_live_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "rk_test_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "rubygems_", body: "<x48>", what: "RubyGems key"},
	{prefix: "sk-ant-", body: "<b32-255>", what: "Anthropic key"},
	{prefix: "sk-or-v1-", body: "<x64>", what: "OpenRouter key"},
	{prefix: "sk-proj-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-svcacct-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-admin-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-", body: "<w48>", what: "OpenAI key"}, // T3BlbkFJ in the middle of newer ones
	{prefix: "sk-", body: "<x32>", what: "DeepSeek key", alone: true},
	{prefix: "sk.eyJ", body: "<b40-300>.<b20-30>", what: "Mapbox secret token", judged: '.'},
	{prefix: "sk_live_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "sk_test_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "sk_prod_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "shpat_", body: "<h32>", what: "Shopify token"},
	{prefix: "shpca_", body: "<h32>", what: "Shopify token"},
	{prefix: "shppa_", body: "<h32>", what: "Shopify token"},
	{prefix: "shpss_", body: "<h32>", what: "Shopify secret"},
	{prefix: "sbp_", body: "<w40>", what: "Supabase token"},
	{prefix: "sb_secret_", body: "<b31>", what: "Supabase key"},
	{prefix: "sntrys_", body: "eyJ<f40-500>_<f40-44>", what: "Sentry token", judged: '_'},
	{prefix: "sntryu_", body: "<x64>", what: "Sentry token"},
	{prefix: "tskey-auth-", body: "<w10-20>-<w24-50>", what: "Tailscale key", judged: '-'},
	{prefix: "tskey-api-", body: "<w10-20>-<w24-50>", what: "Tailscale key", judged: '-'},
	{prefix: "tskey-client-", body: "<w10-20>-<w24-50>", what: "Tailscale key", judged: '-'},
	{prefix: "whsec_", body: "<f32-92>", what: "webhook signing secret"}, // missed where "+" or "/" comes in the first 14
	{prefix: "xai-", body: "<b70-120>", what: "xAI key"},
	{prefix: "xoxb-1-", body: "<w100-400>", what: "Slack token"},
	{prefix: "xoxp-1-", body: "<w100-400>", what: "Slack token"},
	{prefix: "xoxb-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxp-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxa-2-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxa-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxs-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxc-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxe-1-", body: "<w100-400>", what: "Slack refresh token"},
	{prefix: "xoxe-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xapp-1-", body: "<w9-13>-<d9-13>-<w32-64>", what: "Slack token"},
	{prefix: "ya29.", body: "<b50-500>", what: "Google access token"},
}

// beginnings are, for the first byte of a prefix, the second ones.
var beginnings = [...]string{
	'.': "a",
	'A': "ABCGIKST",
	'C': "CF",
	'G': "O",
	'H': "R",
	'L': "T",
	'N': "R",
	'P': "M",
	'S': "GK",
	'a': "p",
	'b': "ek",
	'd': "acopt",
	'e': "y",
	'f': "i",
	'g': "hils",
	'h': "fv",
	'k': "e",
	'l': "is",
	'n': "ptv",
	'o': "p",
	'p': "ahpsuy",
	'r': "8ku",
	's': "bhkn",
	't': "s",
	'w': "h",
	'x': "ao",
	'y': "a",
}

// hookForms are addresses that whoever knows them may write to, without their scheme. They are
// no rows of keyForms, for a "/" in what keys are made of would make one of every path. Sources:
// gitleaks 8.30, whose length for Slack is a range; TruffleHog, which has 18 and 68 for Discord.
var hookForms = [...]keyForm{
	{prefix: "hooks.slack.com/services/", body: "T<u8-12>/B<u8-12>/<w23-25>", what: "Slack webhook", judged: '/'},
	{prefix: "discord.com/api/webhooks/", body: "<d17-20>/<b60-80>", what: "Discord webhook", judged: '/'},
	{prefix: "discordapp.com/api/webhooks/", body: "<d17-20>/<b60-80>", what: "Discord webhook", judged: '/'},
}
