package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.reason.MemoryReason;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports on snapshots of a JVM's memory: the table of its parts, and findings. */
final class MemoryReport {
  private MemoryReport() {}

  /**
   * The outcome of all snapshots.
   *
   * @param cutShort why it ended before its time
   * @param asked whether the JVM's answers were requested
   */
  static Outcome<ResourceFinding> of(
      List<Snapshot> snapshots,
      AccountsResult accounts,
      List<Reason> limits,
      Optional<Reason> cutShort,
      boolean asked) {
    if (snapshots.isEmpty()) {
      return Outcome.over(cutShort.orElse(new MemoryReason.NoTime()));
    }
    List<ResourceFinding> findings = new ArrayList<>(MemoryJudge.findings(snapshots));
    findings.sort(Comparator.comparing(ResourceFinding::severity));
    return Outcome.of(
        findings,
        cutShort,
        limits,
        partly -> summary(snapshots.getLast(), findings, partly.isPresent()),
        lookedAt(snapshots, accounts, asked));
  }

  private static String summary(Snapshot last, List<ResourceFinding> findings, boolean isPartial) {
    String resident = Numbers.binaryBytes(last.use().residentBytes()) + " are in RAM";
    if (findings.isEmpty()) {
      return (isPartial
              ? "not all could be looked at; of what was, nothing stands out: "
              : "nothing stands out: ")
          + resident;
    }
    return Numbers.count(findings.size(), "finding")
        + ": "
        + String.join(
            ", ",
            findings.stream()
                .map(finding -> finding.subject() + " (" + finding.severity().words() + ")")
                .toList())
        + "; "
        + resident;
  }

  private static List<String> lookedAt(
      List<Snapshot> snapshots, AccountsResult accounts, boolean asked) {
    Snapshot last = Snapshot.latest(snapshots);
    MemoryUse use = last.use();
    List<String> lines = new ArrayList<>();
    lines.add(
        Numbers.count(snapshots.size(), "look")
            + " over "
            + Numbers.duration(last.atNs() - snapshots.getFirst().atNs())
            + "; in RAM at the end: "
            + Numbers.binaryBytes(use.residentBytes())
            + ", in swap: "
            + Numbers.binaryBytes(use.swapBytes()));
    if (last.resident() instanceof Reading.Value<Resident>(Resident resident)) {
      parts(lines, snapshots, resident);
      if (!(snapshots.getLast().resident() instanceof Reading.Value)) {
        lines.add("the parts are those of an earlier look: the last one could not tell them");
      }
      if (Snapshot.isKnownAtTheEndsOnly(snapshots)) {
        lines.add(
            "a look at the parts takes so long here that only the first and the last took one:"
                + " growth is told of parts that are at least half of all that grew");
      }
    }
    direct(lines, last);
    lines.addAll(accounts.lines());
    if (!asked) {
      lines.add(
          "the JVM was not asked: its own accounts, which tell what the collector and the compilers"
              + " take, need --attach and a JVM started with -XX:NativeMemoryTracking=summary or"
              + " detail");
    }
    return lines;
  }

  private static void parts(List<String> lines, List<Snapshot> snapshots, Resident resident) {
    MemorySplit split = resident.split();
    split.parts().entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Map.Entry.<MemoryPart, Long>comparingByValue(Comparator.reverseOrder()))
        .forEach(part -> {
          String grew =
              Growth.of(Snapshot.parts(snapshots, part.getKey()), MemoryJudge.LEAST_SHOWN)
                  .map(growth -> "; grows by " + Numbers.binaryBytes(growth.perS()) + "/s")
                  .orElse("");
          lines.add(
              part.getKey().words()
                  + ": "
                  + Numbers.binaryBytes(part.getValue())
                  + ", "
                  + Numbers.percent((double) part.getValue() / split.residentBytes())
                  + stacks(part.getKey(), resident)
                  + grew);
        });
    if (split.estimatedBytes() > 0) {
      lines.add(
          "estimated of that: "
              + Numbers.binaryBytes(split.estimatedBytes())
              + " in mappings that belong to several parts, shared out by length");
    }
  }

  private static String stacks(MemoryPart part, Resident resident) {
    return part == MemoryPart.THREAD_STACKS
        ? " (touched, of "
            + Numbers.binaryBytes(resident.stackReservedBytes())
            + " that "
            + Numbers.count(resident.stacks(), "Java thread")
            + " reserved)"
        : "";
  }

  private static void direct(List<String> lines, Snapshot last) {
    if (last.counted() instanceof Reading.Value<Counted>(Counted counted)) {
      lines.add(
          "direct buffers by the JDK's count: "
              + Numbers.count(counted.buffers(), "buffer")
              + " of "
              + Numbers.binaryBytes(counted.bytes())
              + (counted.limitBytes() > 0
                  ? ", at most " + Numbers.binaryBytes(counted.limitBytes()) + " are allowed"
                  : ""));
    }
    if (last.direct() instanceof Reading.Value<DirectBuffers>(DirectBuffers direct)
        && direct.buffers() > 0) {
      lines.add(
          "owners of direct buffers: of "
              + Numbers.binaryBytes(direct.bytes())
              + " the owners of "
              + Numbers.binaryBytes(direct.oldBytes())
              + " ("
              + Numbers.count(direct.oldBuffers(), "buffer")
              + ") are in the old generation"
              + (direct.unknownBytes() > 0
                  ? ", of " + Numbers.binaryBytes(direct.unknownBytes()) + " it cannot be told"
                  : ""));
    }
  }
}
