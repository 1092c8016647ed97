package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

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
  Grade grade();

  /** What it means and what to do. */
  Advice advice();

  /** How severe it is. */
  default Severity severity() {
    return grade().severity();
  }
}
