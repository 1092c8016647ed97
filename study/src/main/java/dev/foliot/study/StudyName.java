package dev.foliot.study;

import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The studies that there are. */
public enum StudyName {
  /** From idle to full load at once. */
  RAMP_UP("ramp-up"),
  /** The load stepped up until the service is saturated. */
  THROUGHPUT("throughput"),
  /** A load, and then a tenth more: what the memory is made of. */
  MEMORY("memory"),
  /** Tasks of 0.05 to 1 ms, by their length and by the number of CPUs. */
  SHORT_TASKS("short-tasks"),
  /** The same on more and more CPUs. */
  SCALING("scaling"),
  /** One program with a class at each place of a cache line, its speed predicted by the place. */
  SHARING_LOTTERY("sharing-lottery"),
  /** One program that shares a cache line, as it is and with each remedy. */
  REMEDY("remedy");

  private final String label;

  StudyName(String label) {
    this.label = label;
  }

  /** As users write it. */
  public String label() {
    return label;
  }

  /** Whether it compares ways to thread a service, or places of a class and remedies instead. */
  public boolean comparesThreads() {
    return this != SHARING_LOTTERY && this != REMEDY;
  }

  /**
   * The study of a name.
   *
   * @throws LabException if there is none, with those that there are
   */
  public static StudyName parse(String text) {
    return Arrays.stream(values())
        .filter(study -> study.label.equals(text))
        .findFirst()
        .orElseThrow(() ->
            LabException.usage(
                "there is no study '"
                    + Shown.text(text)
                    + "': choose "
                    + Arrays.stream(values())
                        .map(StudyName::label)
                        .collect(Collectors.joining(", "))));
  }
}
