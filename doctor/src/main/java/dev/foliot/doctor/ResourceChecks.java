package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Swap;
import dev.foliot.linux.machine.TransparentHugePages;
import dev.foliot.linux.proc.ProcessLimits;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.service.jdk.InstalledJdk;
import java.util.List;
import java.util.OptionalLong;

/** Judges memory, the room for the work (descriptors, threads, priority, disk) and the JDKs. */
final class ResourceChecks {
  private static final String MEMORY = "memory";
  private static final String ROOM = "room";
  private static final String JDK = "jdk";
  private static final long MANY_FILES = 4_096;
  private static final long FEW_FILES = 256;
  private static final long MANY_THREADS = 4_096;
  private static final long FEW_THREADS = 256;
  private static final long GIB = 1L << 30;
  private static final long LEAST_FREE = 100L << 20;
  private static final int BATCH = 3;
  private static final int IDLE = 5;

  private ResourceChecks() {}

  static List<DoctorCheck> ofMemory(Readings.Memory seen) {
    return List.of(hugePages(seen.hugePages()), swap(seen.swap()));
  }

  static DoctorCheck hugePages(Reading<TransparentHugePages> hugePages) {
    return graded(
        MEMORY,
        "huge pages",
        hugePages,
        pages -> {
          String value = pages.enabled() + ", defrag " + pages.defrag();
          if (!pages.enabled().equals("always")) {
            return ok(MEMORY, "huge pages", value, "given only where a JVM asks, or not at all");
          }
          return pages.defrag().equals("always")
              ? spoils(
                  MEMORY,
                  "huge pages",
                  value,
                  "a page fault may wait for the kernel to move memory: stalls of milliseconds",
                  "write madvise into /sys/kernel/mm/transparent_hugepage/enabled and defrag")
              : limits(
                  MEMORY,
                  "huge pages",
                  value,
                  "the kernel joins pages behind the JVM's back: jitter, and memory that grows",
                  "write madvise into /sys/kernel/mm/transparent_hugepage/enabled");
        });
  }

  static DoctorCheck swap(Reading<Swap> swap) {
    return graded(
            MEMORY,
            "swap used",
            swap,
            space ->
                space.usedBytes() == 0
                    ? ok(
                        MEMORY,
                        "swap used",
                        0L,
                        space.totalBytes() == 0
                            ? "there is none"
                            : "there is some, and it is empty")
                    : limits(
                        MEMORY,
                        "swap used",
                        space.usedBytes(),
                        "pages of the heap may have to come back from disk, for milliseconds each",
                        "free memory, then swapoff -a"))
        .in("bytes");
  }

  static List<DoctorCheck> ofRoom(Readings.Room seen) {
    return List.of(
        limit(
            "open files",
            seen.limits().map(ProcessLimits::openFiles),
            new long[] {FEW_FILES, MANY_FILES},
            "connections of a load and of a service under it may run out",
            "ulimit -n 65536, or LimitNOFILE= of the service"),
        limit(
            "processes",
            seen.limits().map(ProcessLimits::processes),
            new long[] {FEW_THREADS, MANY_THREADS},
            "threads of JVMs may run out: threads:N, and services under load",
            "ulimit -u 65536, or TasksMax= of the service"),
        priority(seen.process()),
        store(seen.storeFreeBytes()));
  }

  /**
   * @param bounds below the first a bench is harmed, below the second limited
   */
  static DoctorCheck limit(
      String name, Reading<OptionalLong> limit, long[] bounds, String meaning, String remedy) {
    return graded(
        ROOM,
        name,
        limit,
        most -> {
          if (most.isEmpty()) {
            return ok(ROOM, name, "unlimited", "enough");
          }
          long value = most.getAsLong();
          if (value >= bounds[1]) {
            return ok(ROOM, name, value, "enough");
          }
          return value >= bounds[0]
              ? limits(ROOM, name, value, meaning, remedy)
              : spoils(ROOM, name, value, "too few even for a bench: " + meaning, remedy);
        });
  }

  static DoctorCheck priority(Reading<ProcessStat> process) {
    return graded(
        ROOM,
        "priority",
        process,
        stat -> {
          String value = "nice " + stat.nice() + ", policy " + policy(stat.policy());
          if (stat.policy() == BATCH || stat.policy() == IDLE) {
            return spoils(
                ROOM,
                "priority",
                value,
                "forks inherit it, and run only when others leave time",
                "chrt --other 0 ./foliot ...");
          }
          return stat.nice() > 0
              ? limits(
                  ROOM,
                  "priority",
                  value,
                  "forks inherit it, and others go before them",
                  "start it without nice")
              : ok(ROOM, "priority", value, "forks inherit it, and compete like others or better");
        });
  }

  private static String policy(int policy) {
    return switch (policy) {
      case 0 -> "other";
      case 1 -> "fifo";
      case 2 -> "rr";
      case BATCH -> "batch";
      case IDLE -> "idle";
      case 6 -> "deadline";
      default -> String.valueOf(policy);
    };
  }

  static DoctorCheck store(Reading<Long> freeBytes) {
    String name = "store";
    return switch (freeBytes) {
      case Reading.Unavailable<Long> refused ->
          spoils(ROOM, name, "none", refused.reason(), refused.remedy());
      case Reading.Value<Long>(Long free) -> {
        String remedy = "free space, or name another folder with --store";
        yield (free >= GIB
                ? ok(ROOM, name, free, "free; a fork takes some MB")
                : free >= LEAST_FREE
                    ? limits(ROOM, name, free, "free; a fork takes some MB", remedy)
                    : spoils(ROOM, name, free, "free; too little for a run", remedy))
            .in("bytes");
      }
    };
  }

  static List<DoctorCheck> ofJdks(List<InstalledJdk> jdks) {
    return List.of(
        count(
            "for foliot",
            jdks.stream().filter(InstalledJdk::runsFoliot).count(),
            "a JDK 25 or later runs Foliot itself",
            "no JDK 25 with a release file was found",
            "install one, for example Temurin 25, or set JAVA_HOME"),
        count(
            "for virtual threads",
            jdks.stream().filter(InstalledJdk::hasVirtualThreads).count(),
            "bench --dispatch virtual can run",
            "bench --dispatch virtual has no JDK to run on",
            "install a JDK 21 or later"),
        forks(jdks.stream().filter(InstalledJdk::runsForks).count()));
  }

  private static DoctorCheck count(
      String name, long count, String enough, String tooFew, String remedy) {
    return count > 0 ? ok(JDK, name, count, enough) : limits(JDK, name, count, tooFew, remedy);
  }

  static DoctorCheck forks(long count) {
    return count > 1
        ? ok(JDK, "for forks", count, "bench --jdk can compare them")
        : limits(
            JDK,
            "for forks",
            count,
            "there is no second JDK to compare with",
            "install another JDK 17 or later, and name it with bench --jdk");
  }
}
