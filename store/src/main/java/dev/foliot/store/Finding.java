package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What a diagnosis found; its {@code kind} tells which of the records it is. */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "kind",
    visible = true)
@JsonSubTypes({
  @JsonSubTypes.Type(
      value = SharingFinding.class,
      names = {"true-sharing", "false-sharing"}),
  @JsonSubTypes.Type(
      value = ResourceFinding.class,
      names = {
        "run-queue-wait",
        "late-wake-up",
        "migrations",
        "parked-worker",
        "throttling",
        "steal",
        "promoted-buffers",
        "native-growth",
        "thread-stacks"
      })
})
public sealed interface Finding permits SharingFinding, ResourceFinding {
  /** What it is, for people: {@code false sharing}. */
  String title();

  /** What it is about, for people: a class, a group of threads, a part of the memory. */
  String subject();

  /** What it costs. */
  Severity severity();

  /** The figures that the severity rests on, in words, with the thresholds. */
  String severityReason();

  /** In words, for a reader who has never heard of it. */
  String explanation();

  /** Each with the way to prove it. */
  List<String> remedies();

  /** How sure it is, from 0 to 1. */
  double confidence();
}
