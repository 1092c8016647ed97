package dev.foliot.fleet.prometheus;

import java.util.List;

/**
 * A counter or gauge that exporters name alike, and how a node's figure is made of it.
 *
 * @param figure what it tells
 * @param metric its name
 * @param where further matchers of its series, with a comma before; empty for none
 * @param isCounter whether its rate is the figure
 * @param source the convention, for people
 */
record Convention(Figure figure, String metric, String where, boolean isCounter, String source) {
  /** What is asked for. */
  enum Figure {
    /** CPU time for each second. */
    CPU("cpu"),
    /** Requests for each second. */
    REQUESTS("rps"),
    /** What changes when the process restarts. */
    START("start_time");

    private final String column;

    Figure(String column) {
      this.column = column;
    }

    /** The column that it becomes. */
    String column() {
      return column;
    }
  }

  private static final String CADVISOR = "cAdvisor";
  private static final String NODE = "node_exporter";
  private static final String CLIENT = "Prometheus' client libraries";
  private static final String OTEL = "OpenTelemetry";
  private static final String MICROMETER = "Micrometer";

  /** The best first: what a program measures of itself is nearer than what its host does. */
  static final List<Convention> ALL =
      List.of(
          new Convention(Figure.CPU, "process_cpu_seconds_total", "", true, CLIENT),
          new Convention(Figure.CPU, "jvm_cpu_time_seconds_total", "", true, OTEL),
          new Convention(Figure.CPU, "process_cpu_time_seconds_total", "", true, OTEL),
          new Convention(Figure.CPU, "process_cpu_time_ns_total", "", true, MICROMETER),
          new Convention(
              Figure.CPU,
              "container_cpu_usage_seconds_total",
              ",container!=\"\",container!=\"POD\"",
              true,
              CADVISOR),
          new Convention(Figure.CPU, "process_cpu_usage", "", false, MICROMETER),
          new Convention(
              Figure.CPU, "node_cpu_seconds_total", ",mode!=\"idle\",mode!=\"iowait\"", true, NODE),
          new Convention(
              Figure.REQUESTS, "http_server_requests_seconds_count", "", true, MICROMETER),
          new Convention(
              Figure.REQUESTS, "http_server_request_duration_seconds_count", "", true, OTEL),
          new Convention(
              Figure.REQUESTS, "http_server_duration_milliseconds_count", "", true, OTEL),
          new Convention(Figure.REQUESTS, "http_requests_total", "", true, CLIENT),
          new Convention(Figure.REQUESTS, "grpc_server_handled_total", "", true, CLIENT),
          new Convention(Figure.REQUESTS, "istio_requests_total", "", true, "Istio"),
          new Convention(Figure.START, "process_start_time_seconds", "", false, CLIENT),
          new Convention(
              Figure.START, "kube_pod_container_status_restarts_total", "", false, "Kubernetes"));

  /** Labels that name a node, the best first. */
  static final List<String> NODES =
      List.of("pod", "instance", "service_instance_id", "host_name", "host", "node", "nodename");

  /** Labels that a node has one value of. */
  static final List<String> LABELS =
      List.of(
          "app",
          "application",
          "service",
          "service_name",
          "job",
          "namespace",
          "deployment",
          "version",
          "service_version",
          "release",
          "track",
          "env",
          "zone",
          "availability_zone",
          "az",
          "region",
          "cluster",
          "datacenter",
          "rack",
          "node",
          "host",
          "instance_type",
          "node_type",
          "machine_type");
}
