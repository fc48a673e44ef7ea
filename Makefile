# The only entry points. Each target installs missing requirements, does everything it needs, and can be repeated.
.DEFAULT_GOAL := help
.PHONY: help run dist test screenshots chaos ha topologies load fuzz fuzz-parsers check lint-deploy rolling sbom bench bench-store bench-views bench-http fmt openapi

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

run: ## build and start everything on http://127.0.0.1:8080, with demo data
	@exec deploy/scripts/run.sh

dist: ## build the binary to ship: target/dist/greenstall
	@exec deploy/scripts/dist.sh

test: ## install what the tests need and run them all
	@exec deploy/scripts/test.sh

screenshots: ## take the pictures of the UI's components again, after a change of their looks
	@exec deploy/scripts/screenshots.sh

chaos: ## sixty rounds of kill -9, silent networks, lost leases and failovers, on both event stores
	@exec deploy/scripts/chaos.sh

ha: ## three nodes of Postgres under Patroni, and thirty rounds of killed, frozen and cut off ones
	@exec deploy/scripts/ha.sh

topologies: ## the same end-to-end tests on one process, three processes and the cluster of make ha
	@exec deploy/scripts/topologies.sh

load: ## a realistic mix of people for twenty minutes, open-loop, and whether the shop ran flat
	@exec deploy/scripts/load.sh

fuzz: ## call every operation with requests made from its description, twenty thousand of them
	@exec deploy/scripts/fuzz.sh

fuzz-parsers: ## give made-up bytes to the parsers of uploads, tokens, webhooks, queries, cursors and events, ten minutes each
	@exec deploy/scripts/fuzz-parsers.sh

check: ## formatting, lints, spelling, licences and other rules of dependencies
	@exec deploy/scripts/check.sh

lint-deploy: ## lint the container image, compose file, Helm chart, systemd units and proxies of deploy/
	@exec deploy/scripts/lint-deploy.sh

rolling: ## run the split deployment behind nginx, and restart every process under traffic
	@exec deploy/scripts/rolling.sh

sbom: ## list the crates and npm packages of the shipped binary: target/sbom/greenstall.cdx.json
	@exec deploy/scripts/sbom.sh

bench: bench-store bench-views bench-http ## measure, beside others where there are others

bench-store:
	@exec deploy/scripts/bench.sh store

bench-views:
	@exec deploy/scripts/bench.sh views

bench-http:
	@exec deploy/scripts/bench.sh http

fmt: ## format all code
	@exec deploy/scripts/fmt.sh

openapi: ## write deploy/openapi and the UI's types after a change of the interface
	@exec deploy/scripts/openapi.sh
