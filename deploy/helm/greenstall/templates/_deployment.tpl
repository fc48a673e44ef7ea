{{/* The Deployment of one kind of process. Call with a dict of root and kind (command, query or projections). */}}
{{- define "greenstall.deployment" -}}
{{- $root := .root -}}
{{- $kind := .kind -}}
{{- $values := index $root.Values $kind -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "greenstall.name" $root }}-{{ $kind }}
  labels:
    {{- include "greenstall.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  # Longer than the start of a pod that builds a view anew.
  progressDeadlineSeconds: 1260
  strategy:
    type: RollingUpdate
    rollingUpdate:
      # A new pod is ready before an old one is told to stop.
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "greenstall.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "greenstall.labels" . | nindent 8 }}
      {{- if or $values.podAnnotations (and $root.Values.metrics.enabled (not $root.Values.metrics.podMonitor)) }}
      annotations:
        {{- if and $root.Values.metrics.enabled (not $root.Values.metrics.podMonitor) }}
        prometheus.io/scrape: "true"
        prometheus.io/port: "9100"
        {{- end }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    spec:
      # A Service named greenstall would set GREENSTALL_PORT and others, which look like settings.
      enableServiceLinks: false
      automountServiceAccountToken: false
      serviceAccountName: {{ include "greenstall.serviceAccount" $root }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      # The lame duck, ten seconds for requests under way, ten for projections and process managers, and some to spare.
      terminationGracePeriodSeconds: {{ add $root.Values.shop.lameDuckSeconds 35 }}
      securityContext:
        {{- toYaml $root.Values.podSecurityContext | nindent 8 }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "greenstall.selector" . | nindent 14 }}
      containers:
        - name: greenstall
          image: "{{ $root.Values.image.repository }}:{{ default $root.Chart.AppVersion $root.Values.image.tag }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve, --roles, {{ $kind }}]
          env:
            {{- include "greenstall.database" . | nindent 12 }}
            {{- include "greenstall.environment" $root | nindent 12 }}
          ports:
            - name: http
              containerPort: 8080
            {{- if $root.Values.metrics.enabled }}
            - name: metrics
              containerPort: 9100
            {{- end }}
          # A process opens its port when it is ready. A new version may build a view anew first,
          # for 15 minutes at most, and then its search index, for 3.
          startupProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 570
          # The database is the same for all pods. During its failover they must all stay in their Services, because they try
          # commands again and answer 503 with Retry-After; without any pod the proxy has only a bare 502. So a pod leaves after
          # a minute. A pod that is deleted leaves at once.
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 30
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          securityContext:
            {{- toYaml $root.Values.securityContext | nindent 12 }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /var/lib/greenstall
            - name: token-key
              mountPath: /var/lib/greenstall/token.key
              subPath: token.key
              readOnly: true
            {{- include "greenstall.caMount" $root | nindent 12 }}
            - name: tmp
              mountPath: /tmp
      volumes:
        # The search index, and mail while no server for it is named.
        - name: data
          emptyDir:
            sizeLimit: {{ default "256Mi" $values.indexSize }}
        - name: token-key
          secret:
            secretName: {{ $root.Values.tokenKey.existingSecret }}
            defaultMode: 0440
            items:
              - key: {{ $root.Values.tokenKey.key }}
                path: token.key
        {{- include "greenstall.caVolume" $root | nindent 8 }}
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
