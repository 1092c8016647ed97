package dev.foliot.report.diagnosis;

import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.store.profile.ProfileKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A diagnosis on a page.
 *
 * @param letter that stands for it where there are several, else empty
 * @param key that the ids of its elements begin with
 * @param run the record of its run
 * @param diagnosis its own record
 * @param profiles of the JVM; empty if none were asked for
 */
public record DiagnosisView(
    String letter,
    String key,
    RunRecord run,
    DiagnosisRecord diagnosis,
    Map<ProfileKind, Profile> profiles) {
  /** Keeps a copy, in the order of the kinds. */
  public DiagnosisView {
    profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
  }

  public static DiagnosisView of(StoredRun stored, int index, int of) {
    String letter =
        of == 1 ? "" : index < 26 ? String.valueOf((char) ('A' + index)) : "run " + (index + 1);
    return new DiagnosisView(
        letter,
        "d" + index,
        stored.run(),
        DiagnosisFiles.diagnosis(stored),
        ProfileFiles.read(stored));
  }

  /** Its answer. */
  DiagnosisAnswer answer() {
    return DiagnosisAnswer.of(diagnosis, NextCommands.after(run.commandLine()), true);
  }

  /** What was examined. */
  public String title() {
    String main = diagnosis.jvm().mainClass();
    return main.isEmpty() ? "Process " + diagnosis.pid() : Foreign.name(main);
  }

  /** The id of the section of a finding. */
  String findingId(int index) {
    return key + "-f" + index;
  }

  /** Before what is said of it, where there are several. */
  String prefix() {
    return letter.isEmpty() ? "" : letter + ": ";
  }
}
