package lint

import (
	"strings"
	"testing"
)

// harmless lists texts that begin like keys but are not keys. A program that only counts letters
// would report them. A "|" follows each prefix, so that no scanner reports this file; the test
// removes it.
const harmless = `
sk-proj-|migration-of-the-billing-service-to-new-ledger-tables
sk-proj-|ects-page-with-the-filters-and-the-pagination-of-results
sk-ant-|design-tokens-and-the-long-component-names-of-antd
sk-ant-|api03-your-api-key-goes-here-please-replace-it-before-use
sk-ant-|api03-replace-me-with-the-key-of-your-own-workspace
sk-ant-|api03-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXAA
sk-ant-|api03-0000000000000000000000000000000000000000
sk-svcacct-|service-account-of-the-nightly-import-in-staging
sk-admin-|panel-for-the-operators-of-the-customer-portal
sk-admin-|istration-guide-for-teams-that-run-their-own-cluster
sk-or-v1-|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk-or-v1-|0000000000000000000000000000000000000000000000000000000000000000
sk-|navigation-drawer-with-nested-items-and-keyboard-support
sk-|3f786850e387550fdab836ed7e6dc881de23001b
registry.corp.net/sync/worker:sk-|3f786850e387550fdab836ed7e6dc881
https://cdn.corp.net/assets/sk-|9e107d9d372bb6826bd81d3542a419d6.png
images/sk-|9e107d9d372bb6826bd81d3542a419d6
sk-|9e107d9d372bb6826bd81d3542a419d6.tar.gz
feature-sk-|9e107d9d372bb6826bd81d3542a419d6
sk-|abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV
sk-|yourOpenaiApiKeyGoesHereAndShouldNotBeCommitted1
sk-|1234567890abcdef1234567890abcdef1234567890abcdef
sk-|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
risk-admin-|review-of-the-quarterly-results-and-the-open-points
task-proj-|2024-rollout-of-the-new-scheduler-in-all-regions-q3
xoxb-|your-token-goes-here-please-replace-it-now
xoxb-|000000000000-000000000000-xxxxxxxxxxxxxxxxxxxxxxxx
xoxb-|123456789012-123456789012-abcdefghijklmnopqrstuvwx
xoxb-|1234567890-your-bot-token-for-the-workspace
xoxp-|your-user-token-of-the-workspace-goes-here
xoxp-|111111111111-222222222222-333333333333-444444444444
xoxa-2-|legacy-workspace-token-of-the-old-application
xoxc-|browser-token-that-nobody-should-ever-copy-out
xoxe-1-|rotation-of-refresh-tokens-in-the-background-worker
xapp-1-|based-architecture-of-the-desktop-session-manager
xapp-1-|A0123456789-1234567890123-abcdefabcdefabcdefabcdefabcdefab
https://hooks.slack.com/services/|T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
https://hooks.slack.com/services/|YOUR/WEBHOOK/URL
https://hooks.slack.com/services/|T00000000/B00000000/yourWebhookTokenGoesHere
glpat-|your-personal-access-token-here
glpat-|your-token-example-00
glpat-|xxxxxxxxxxxxxxxxxxxx
glpat-|personal-access-token-of-the-release-bot
glpat-|ABCDEFGHIJKLMNOPQRST
glrt-|runner-tokens-replace-registration-tokens
glrt-|xxxxxxxxxxxxxxxxxxxx
gldt-|deploy-token-of-the-mirror-of-the-documentation
glptt-|0000000000000000000000000000000000000000
glptt-|pipeline-trigger-token-of-the-nightly-build
glcbt-|job-token-of-the-runner-that-built-the-image
ghp_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
ghp_|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
ghp_|yourPersonalAccessTokenGoesRightHere
ghp_|YourGithubTokenShouldBeWrittenHere12
ghp_|abcdefghijklmnopqrstuvwxyz1234567890
ghp_|0123456789abcdefghijklmnopqrstuvwxyz
ghp_|ThisIsNotARealTokenButAnExampleOfOne
ghs_|installationTokenOfTheGithubAppForCi
gho_|oauthTokenThatTheCommandLineToolHolds
ghu_|userToServerTokenOfTheGithubAppHere1
ghr_|refreshTokenOfTheGithubAppForTheUser
github_pat_|11AAAAAAA0000000000000_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
github_pat_|your_fine_grained_token_goes_here_and_nowhere_else_in_this_repository
npm_|configRegistryAuthenticationSettingsForScopes
npm_|configRegistryAuthenticationSettings
npm_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
npm_|package_config_scripts_prepublish_only
npm_|lifecycleEventOfTheScriptThatIsRunAt
hf_|hubDownloadCacheDirectoryForTheModels1
hf_|hubDownloadCacheDirectoryForModels
hf_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
hf_|transformerModelConfigurationFiles
hf_|YourHuggingFaceAccessTokenGoesHere
sk_live_|keyRotationProcedureDocument
sk_live_|xxxxxxxxxxxxxxxxxxxxxxxx
sk_live_|yourStripeSecretKeyGoesHere
sk_test_|yourstripesecretkeyhere
sk_test_|helperThatBuildsPaymentIntents
sk_test_|4eC39HqLyjWDarjtT1zdp7dc
sk_test_|BQokikJOvBiI2HlWgH4olfQ2
sk_test_|aaaaaaaaaaaaaaaaaaaaaaaa
sk_test_|abcdefghijklmnopqrstuvwx
sk_test_|123456789012345678901234
rk_test_|helperThatBuildsFixtures
rk_test_|restrictedKeyOfTheReportingJob
rk_live_|restrictedKeyForTheDashboards
whsec_|signingSecretOfTheWebhookEndpointInStaging
whsec_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
AKIA|IOSFODNN7EXAMPLE
AKIA|I44QH8DHBEXAMPLE
AKIA|XXXXXXXXXXXXXXXX
AKIA|YOURACCESSKEYIDX
AKIA|ABCDEFGHIJKLMNOP
AKIA|0000000000000000
ASIA|IOSFODNN7EXAMPLE
ASIA|PACIFICREGIONSON
ASIA|NCOUNTRIESREPORT
AIza|SyYourApiKeyGoesHereXXXXXXXXXXXXXXXX
AIza|SyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
AIza|SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe
AIza|SyAbcdefghijklmnopqrstuvwxyz1234567
AIza|Sy0123456789abcdefghijklmnopqrstuvw
GOCSPX-|your-client-secret-goes-here
GOCSPX-|xxxxxxxxxxxxxxxxxxxxxxxxxxxx
ya29.|your-access-token-of-the-service-account-goes-here-and-expires
ya29.|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
gsk_|yourGroqApiKeyGoesHereAndMustNotBeCommittedToGitEver
gsk_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
xai-|explainability-report-for-the-model-of-the-credit-risk-team-in-the-first-quarter-of
pplx-|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
pplx-|online-models-compared-on-the-questions-of-our-users
r8_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
r8_|registerAllocationOfTheOldCompilerBac
r8_|desugaredLibraryOptionsOfTheBuildTool
dckr_pat_|your-docker-access-token-00
dckr_pat_|xxxxxxxxxxxxxxxxxxxxxxxxxxx
shpat_|00000000000000000000000000000000
shpat_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
ntn_|00000000000xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
figd_|your-figma-personal-access-token-is-here
dapi|00000000000000000000000000000000
dapi|12345678901234567890123456789012
NRAK-|XXXXXXXXXXXXXXXXXXXXXXXXXXX
NRAK-|YOURNEWRELICUSERKEYGOESHERE
glsa_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_xxxxxxxx
glsa_|yourServiceAccountTokenGoesHere1_00000000
sbp_|0000000000000000000000000000000000000000
PMAK-|000000000000000000000000-0000000000000000000000000000000000
rubygems_|000000000000000000000000000000000000000000000000
sntrys_|your-organization-auth-token-for-the-release-upload
pscale_tkn_|your-service-token-for-the-branch-that-is-deployed
dop_v1_|0000000000000000000000000000000000000000000000000000000000000000
doo_v1_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
hvs.|your-root-token-goes-here-and-is-revoked-after-the-first-use-of-the-cluster-by-the-operators-team
hvs.|xxxxxxxxxxxxxxxxxxxxxxxx
lin_api_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
lin_api_|keyOfTheIntegrationThatPostsTheComments
SG.|xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
SG.|example.org.some.long.name.of.a.host.in.a.zone.that.goes.on.and.on.for.ever.more
yourTokenId123.atlasv1.|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
123456789:AA|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
1763779200:AA|ListOfTheMembersThatAreAwayToday1
eyJ|hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c
eyJ|hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.your-signature-goes-here-in-base64url
eyJ|hbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.
eyJ|hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzb21lIjoicGF5bG9hZCJ9.4twFt5NiznN84AWoo1d7KO1T_yoc0Z6XOpOVswacPZg
eyJ|hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIn0.f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx
eyJ|hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9.f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx
https://discord.com/api/webhooks/|123456789012345678/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
https://discord.com/api/webhooks/|YOUR_WEBHOOK_ID/YOUR_WEBHOOK_TOKEN
sb_secret_|rotation-of-the-service-keys-01
whsec_|path/of/the/webhook/handlers/and/their/secrets
xai-|client-of-the-search-service-with-retries-and-a-cache-that-is-shared-between-workers
api_org_|membershipListOfTheOrganisationPag
dp.pt.|yourDopplerPersonalTokenGoesHereAndNowhereE
postgres://app:|pw-from-vault@db.internal/app
postgres://app:|ask-the-ops-team@db.corp.net/app
postgres://app:|from.vault_prod@db.corp.net/app
postgres://app:|pass12@db.corp.net/app
postgres://app:|hunter2@db/app
postgres://app:|pw-jq-wkx-vbz@db.corp.net/app
postgres://app:|jqzwxv@db.corp.net/app
postgres://app:|short1@127.0.0.1:5432/app
sk-|a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4
sk-|deadbeefdeadbeefdeadbeefdeadbeef
sk-ant-|api03-abc123abc123abc123abc123abc123abc123abc123
sk_test_|51H8xYzAbCdEfGhIjKlMnOpQrStUvWxYz
ghp_|A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8
ghp_|aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789
glpat-|a1b2c3d4e5f6g7h8i9j0
ATATT3|xFfGF0-your-api-token-of-the-account-that-the-bot-uses-goes-here-and-is-made-in-the-settings-of-the-account-under-security-and-must-not-be-committed-to-any-repository-or-pasted-into-a-ticket-of-this-project
ATATT3|xFfGF0T5JNjBdP3uPmWY
lsv2_pt_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_xxxxxxxxxx
lsv2_sk_|00000000000000000000000000000000_0000000000
tskey-auth-|kXXXXXXCNTRL-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
tskey-auth-|kYourNodeKey-goes-here-and-must-never-be-committed
tskey-api-|abcdefghijklmnop-abcdefghijklmnopqrstuvwxyzabcdef
tskey-client-|registration-for-the-workers-in-the-new-cluster
cache/key-|9e107d9d372bb6826bd81d3542a419d6
cache-key-|9e107d9d372bb6826bd81d3542a419d6
key-|9e107d9d372bb6826bd81d3542a419d6
mailgun key-|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
SK|00000000000000000000000000000000
SK|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
assets/SK|9e107d9d372bb6826bd81d3542a419d6.png
pat|hToTheConfigFile.of.the.server.that.has.a.long.name
patXXXXXXXXXXXXXX.|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
phx_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
phx_|router_helpers_for_live_views_and_their_sockets
phc_|f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx
CCIPAT_|xxxxxxxxxxxxxxxxxxxxxx_0000000000000000000000000000000000000000
bkua_|0000000000000000000000000000000000000000
CFPAT-|your-personal-access-token-of-contentful-her
dt0c01.|XXXXXXXXXXXXXXXXXXXXXXXX.XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
sk.eyJ|1IjoieW91ci11c2VyLW5hbWUiLCJhIjoiY2x4eHh4eHh4eHh4eHh4eHh4eHh4In0.xxxxxxxxxxxxxxxxxxxxxx
pk.eyJ|1IjoieW91ci11c2VyLW5hbWUiLCJhIjoiY2x4In0.f3Kq9ZtR7wXc2LmVb8NyPs
AKCp|8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
LTAI|xxxxxxxxxxxxxxxxxxxx
LTAI|YourAccessKeyIdGoesH
nvapi-|client-of-the-inference-service-with-retries-and-a-cache-for-all-
AWS_SECRET_ACCESS_KEY=|wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
aws_secret_access_key = |je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY
AWS_SECRET_ACCESS_KEY=|${AWS_SECRET_ACCESS_KEY_OF_THE_STAGING_BUCKET}
aws_secret_access_key = |xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
aws_secret_access_key: |the/vault/path/of/the/key/of/this/bucket
AWS_SECRET_ACCESS_KEY: |f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx
AccountName=devstoreaccount1;AccountKey=|Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
https://corp.net/x?v=2&sig=|f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1iWk5CrBx%3D
https://acme.blob.core.windows.net/c?sv=2022-11-02&sig=|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx%3D
jdbc:postgresql://localhost/app?user=app&password=|Zt7Qw9Lm2Kx4
jdbc:postgresql://db.corp.net/app?user=app&password=|${DB_PASSWORD}
jdbc:mysql://db.corp.net/app?password=|changeme&user=app
ghp\_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
ghp&#95;|yourPersonalAccessTokenGoesRightHere
xoxb\-|your\-token\-goes\-here\-please\-replace\-it\-now
postgres://user:|password@localhost:5432/app
postgres://app:|password123@db:5432/app
postgres://app:|${DB_PASSWORD}@db:5432/app
postgres://app:|<password>@db.corp.net/app
postgres://app:|{{db_password}}@db.corp.net/app
postgres://app:|%s@db.corp.net/app
postgres://app:|postgres@db:5432/app
mysql://root:|changeme@mysql/app
mongodb://user:|xxxxxxxxxxxx@cluster0.mongodb.net
redis://:|yourverysecretpassword@redis:6379
https://user:|aZ%2F%2Fq@pypi.corp.net/simple
https://user:|pa%2Fssword@dummy.faketld/
https://alice:|Zt7Qw9Lm2Kx4@example.com/private
amqp://guest:|guest@rabbit:5672
https://x-access-token:|$GITHUB_TOKEN@github.com/acme/app.git
https://corp.net:8443/users/|jane@corp.net
see http://127.0.0.1:8080/@scope/package and git@github.com:acme/|app.git
`

// TestHarmless checks that names, prose, paths, placeholders and keys in documentation are not
// reported. They may be in a sentence, in JSON or after an escape.
func TestHarmless(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(harmless), "\n")
	if len(lines) < 120 {
		t.Fatalf("%d texts, want 120", len(lines))
	}
	for _, line := range lines {
		text := strings.Replace(line, "|", "", 1)
		for _, around := range [...][2]string{{"", ""}, {"the key is ", "."}, {`{"note":"see `, `\nand more"}`}, {`"token:\n`, `"`}, {"KEY=", "\n"}, {"`", "`"}} {
			if found := Secrets(around[0] + text + around[1]); len(found) > 0 {
				t.Errorf("%q gives %v", around[0]+text+around[1], found)
			}
		}
	}
}
