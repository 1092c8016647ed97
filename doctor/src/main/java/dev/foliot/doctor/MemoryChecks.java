package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.linux.Reading;
import dev.foliot.linux.Swap;
import dev.foliot.linux.TransparentHugePages;
import java.util.List;

/** Judges memory. */
final class MemoryChecks {
  private static final String AREA = "memory";

  private MemoryChecks() {}

  static List<DoctorCheck> of(Readings.Memory seen) {
    return List.of(hugePages(seen.hugePages()), swap(seen.swap()));
  }

  static DoctorCheck hugePages(Reading<TransparentHugePages> hugePages) {
    return graded(
        AREA,
        "huge pages",
        hugePages,
        pages -> {
          String value = pages.enabled() + ", defrag " + pages.defrag();
          if (!pages.enabled().equals("always")) {
            return ok(AREA, "huge pages", value, "given only where a JVM asks, or not at all");
          }
          return pages.defrag().equals("always")
              ? spoils(
                  AREA,
                  "huge pages",
                  value,
                  "a page fault may wait for the kernel to move memory: stalls of milliseconds",
                  "write madvise into /sys/kernel/mm/transparent_hugepage/enabled and defrag")
              : limits(
                  AREA,
                  "huge pages",
                  value,
                  "the kernel joins pages behind the JVM's back: jitter, and memory that grows",
                  "write madvise into /sys/kernel/mm/transparent_hugepage/enabled");
        });
  }

  static DoctorCheck swap(Reading<Swap> swap) {
    return graded(
            AREA,
            "swap used",
            swap,
            space ->
                space.usedBytes() == 0
                    ? ok(
                        AREA,
                        "swap used",
                        0L,
                        space.totalBytes() == 0
                            ? "there is none"
                            : "there is some, and it is empty")
                    : limits(
                        AREA,
                        "swap used",
                        space.usedBytes(),
                        "pages of the heap may have to come back from disk, for milliseconds each",
                        "free memory, then swapoff -a"))
        .in("bytes");
  }
}
