{{/* The name of everything in a release. */}}
{{- define "greenstall.name" -}}
{{- if contains "greenstall" .Release.Name -}}
{{- .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-greenstall" .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a kind. Call with a dict of root and kind. */}}
{{- define "greenstall.selector" -}}
app.kubernetes.io/name: greenstall
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .kind }}
{{- end -}}

{{/* Labels of everything. Call with a dict of root and kind. */}}
{{- define "greenstall.labels" -}}
{{ include "greenstall.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "greenstall.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "greenstall.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* A variable from a key of an existing Secret. Call with a dict of name, secret and key. */}}
{{- define "greenstall.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{/* The way to the database of one kind of process. Call with a dict of root and kind. */}}
{{- define "greenstall.database" -}}
{{- $database := .root.Values.database -}}
{{- $key := ternary .kind $database.key $database.roles -}}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_DATABASE__URL" "secret" $database.existingSecret "key" $key) }}
{{- if and $database.roles (ne .kind "owner") }}
- name: GREENSTALL_DATABASE__MIGRATE
  value: "false"
{{- end }}
{{- end -}}

{{/* The certificate of the database's authority, for sslrootcert. Empty without database.caSecret. */}}
{{- define "greenstall.caMount" -}}
{{- if .Values.database.caSecret -}}
- name: database-ca
  mountPath: /etc/greenstall/database
  readOnly: true
{{- end -}}
{{- end -}}
{{- define "greenstall.caVolume" -}}
{{- with .Values.database.caSecret -}}
- name: database-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0444
    items:
      - key: ca.crt
        path: ca.crt
{{- end -}}
{{- end -}}

{{/* The environment of a process of any kind, but for its database. */}}
{{- define "greenstall.environment" -}}
- name: GREENSTALL_HTTP__PUBLIC_URL
  value: {{ required "shop.publicUrl is required, such as https://shop.example" .Values.shop.publicUrl | quote }}
- name: GREENSTALL_HTTP__TRUSTED_PROXIES
  value: {{ join "," .Values.shop.trustedProxies | quote }}
- name: GREENSTALL_HTTP__LAME_DUCK
  value: {{ .Values.shop.lameDuckSeconds | quote }}
- name: GREENSTALL_LOG__FILTER
  value: {{ .Values.shop.logFilter | quote }}
- name: GREENSTALL_DATABASE__CONNECTIONS
  value: {{ .Values.database.connections | quote }}
{{- if .Values.metrics.enabled }}
- name: GREENSTALL_METRICS__ADDR
  value: 0.0.0.0:9100
{{- end }}
- name: GREENSTALL_BLOBS__URL
  value: {{ required "blobs.url is required, such as s3://bucket: pods have no common disk for uploads" .Values.blobs.url | quote }}
{{- with .Values.blobs.endpoint }}
- name: GREENSTALL_BLOBS__ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.blobs.region }}
- name: GREENSTALL_BLOBS__REGION
  value: {{ . | quote }}
{{- end }}
{{- with .Values.blobs.existingSecret }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_BLOBS__ACCESS_KEY_ID" "secret" . "key" "access_key_id") }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_BLOBS__SECRET_ACCESS_KEY" "secret" . "key" "secret_access_key") }}
{{- end }}
{{- with .Values.mail.existingSecret }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_MAIL__SMTP_URL" "secret" . "key" "smtp_url") }}
{{- end }}
- name: GREENSTALL_PAYMENTS__PROVIDER
  value: {{ .Values.payments.provider }}
{{- with .Values.payments.existingSecret }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_PAYMENTS__STRIPE__SECRET_KEY" "secret" . "key" "secret_key") }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_PAYMENTS__STRIPE__PUBLISHABLE_KEY" "secret" . "key" "publishable_key") }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_PAYMENTS__STRIPE__WEBHOOK_SECRET" "secret" . "key" "webhook_secret") }}
{{- end }}
{{- with .Values.eventStore.existingSecret }}
{{ include "greenstall.secretVariable" (dict "name" "GREENSTALL_EVENT_STORE__URL" "secret" . "key" "url") }}
{{- end }}
{{- with .Values.telemetry.endpoint }}
- name: GREENSTALL_TELEMETRY__OTLP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.telemetry.existingSecret }}
{{ include "greenstall.secretVariable" (dict "name" "OTEL_EXPORTER_OTLP_HEADERS" "secret" . "key" "headers") }}
{{- end }}
{{- range $name, $value := .Values.shop.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}
