{{/* Labels of a service: (dict "root" $ "service" name). */}}
{{- define "etesian.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end }}

{{- define "etesian.labels" -}}
app.kubernetes.io/name: etesian
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{ include "etesian.selector" . }}
{{- end }}

{{/* The services that each one calls. */}}
{{- define "etesian.needs" -}}
gateway: [accounts, compute, curves, saved-scenarios, scenarios, sweeps]
scenarios: [compute, curves]
accounts: [saved-scenarios, scenarios, sweeps]
saved-scenarios: [scenarios]
curves: []
sweeps: [curves, scenarios]
batch: [sweeps]
compute: [curves]
{{- end }}

{{- define "etesian.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.userId }}
runAsUser: {{ int64 . }}
runAsGroup: {{ int64 . }}
fsGroup: {{ int64 . }}
{{- end }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "etesian.image" -}}
{{- $repository := required "image.repository is not set: build the image, push it to your registry and name it, as in --set image.repository=registry.example.org/etesian" .Values.image.repository -}}
{{- if .Values.image.digest }}{{ $repository }}@{{ .Values.image.digest }}{{ else }}{{ $repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "etesian.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl }}
{{- else if and .Values.ingress.enabled (contains "*" .Values.ingress.host) }}{{ fail "publicUrl is empty: expected one, since ingress.host names many hosts" }}
{{- else if .Values.ingress.enabled }}{{ if .Values.ingress.tlsSecret }}https{{ else }}http{{ end }}://{{ .Values.ingress.host }}
{{- end }}
{{- end }}

{{/* Variables from the Secret: (dict "root" $ "names" (dict variable key)). */}}
{{- define "etesian.secrets" -}}
{{- range $variable, $key := .names }}
- name: {{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.secret }}, key: {{ $key }} } }
{{- end }}
{{- end }}

{{/* The variables that a service reads, and no others: (dict "root" $ "service" name). */}}
{{- define "etesian.env" -}}
{{- $values := .root.Values }}
{{- $service := .service }}
{{- $keepsEvents := has $service (list "scenarios" "accounts" "saved-scenarios" "curves" "sweeps") }}
{{- include "etesian.secrets" (dict "root" .root "names" (dict "ETESIAN_TOKEN" "token")) }}
{{- if $keepsEvents }}
{{- include "etesian.secrets" (dict "root" .root "names" (dict "ETESIAN_STORE" "store" "ETESIAN_READ_MODELS" "readModels")) }}
{{- end }}
{{- if has $service (list "scenarios" "sweeps" "batch") }}
- { name: ETESIAN_BUS, value: {{ $values.bus | quote }} }
{{- end }}
{{- with $values.rpcTlsSecret }}
- { name: ETESIAN_RPC_TLS, value: /rpc-tls }
{{- end }}
- { name: ETESIAN_LOG_LEVEL, value: {{ $values.logLevel | quote }} }
{{- range $other := get (fromYaml (include "etesian.needs" .root)) $service }}
- { name: ETESIAN_{{ $other | upper | replace "-" "_" }}_ADDRESS, value: "dns:///{{ $.root.Release.Name }}-{{ $other }}:50051" }
{{- end }}
{{- if eq $service "batch" }}
- { name: ETESIAN_SWEEP_THREADS, value: {{ int64 $values.batch.threads | quote }} }
# Calculations take less CPU time if the allocator retains freed memory.
- { name: MALLOC_MMAP_THRESHOLD_, value: "33554432" }
- { name: MALLOC_TRIM_THRESHOLD_, value: "67108864" }
{{- end }}
{{- if has $service (list "compute" "sweeps" "batch") }}
- { name: ETESIAN_MODEL, value: {{ $values.model.path | quote }} }
{{- end }}
{{- if eq $service "compute" }}
{{- with $values.model.firstAreas }}
- { name: ETESIAN_FIRST_AREAS, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}
{{- if eq $service "accounts" }}
{{- include "etesian.secrets" (dict "root" .root "names" (dict "ETESIAN_KEYS" "keys")) }}
{{- with $values.mail.secretKey }}
{{- include "etesian.secrets" (dict "root" $.root "names" (dict "ETESIAN_SMTP" .)) }}
{{- end }}
- { name: ETESIAN_MAIL_FROM, value: {{ $values.mail.from | quote }} }
{{- with $values.openId.issuers }}
- { name: ETESIAN_OIDC_ISSUER, value: {{ join "," . | quote }} }
- { name: ETESIAN_OIDC_AUDIENCE, value: {{ $values.openId.audience | quote }} }
{{- end }}
{{- end }}
{{- if eq $service "gateway" }}
{{- with include "etesian.publicUrl" .root }}
- { name: ETESIAN_PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- with $values.contact }}
- { name: ETESIAN_CONTACT, value: {{ . | quote }} }
{{- end }}
- { name: ETESIAN_TRUST_PROXY, value: {{ if eq (toString $values.trustProxy) "" }}{{ ternary 1 0 $values.ingress.enabled | quote }}{{ else }}{{ int64 $values.trustProxy | quote }}{{ end }} }
- { name: ETESIAN_RATE_LIMIT, value: {{ int64 $values.rateLimit | quote }} }
{{- with $values.cors }}
- { name: ETESIAN_CORS, value: {{ join "," . | quote }} }
{{- end }}
{{- with $values.openId.clientsKey }}
- { name: ETESIAN_OIDC_CLIENTS, value: {{ printf "/open-id/%s" . | quote }} }
{{- end }}
{{- with $values.openId.signInKey }}
- { name: ETESIAN_OIDC_SIGN_IN, value: {{ printf "/open-id/%s" . | quote }} }
{{- end }}
{{- if $values.openId.registration }}
- { name: ETESIAN_OIDC_REGISTRATION, value: "true" }
{{- end }}
{{- end }}
{{- with $values.tracesEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- with (get (set (deepCopy $values.services) "batch" $values.batch) $service).env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Keys of the Secret that the gateway reads as files. */}}
{{- define "etesian.openIdFiles" -}}
{{- compact (list .Values.openId.clientsKey .Values.openId.signInKey) | uniq | toJson }}
{{- end }}
