package dev.foliot.cli.study;

import dev.foliot.cli.brief.StudyBrief;
import dev.foliot.cli.details.JointText;
import dev.foliot.cli.details.ProfileLine;
import dev.foliot.cli.details.StudyTable;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.StudyJson;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.study.joint.JointAnswers;
import dev.foliot.study.run.StudyResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The results of studies, as asked for, and the exit code. */
final class StudyOutput {
  private final Foliot foliot;
  private final Store store;
  private final boolean isExplained;

  StudyOutput(Foliot foliot, Store store, boolean isExplained) {
    this.foliot = foliot;
    this.store = store;
    this.isExplained = isExplained;
  }

  /** Prints the details of one study, once it was played. */
  void each(StudyResult result) {
    if (foliot.details() && !foliot.json()) {
      new StudyTable(foliot.console().out(), result).print();
      ProfileLine.of(store.find(result.folder().toString()).run())
          .ifPresent(foliot.console().out()::println);
    }
  }

  /** Says what is kept, and gives the exit code. */
  int interrupted(List<StudyResult> whole, StudyResult result) {
    String kept = Interruption.kept(result.study().points().size());
    String before =
        whole.isEmpty()
            ? ""
            : "; whole before: "
                + whole.stream().map(one -> one.study().id()).collect(Collectors.joining(", "));
    foliot.console().error("interrupted; " + kept + " in " + result.folder() + before);
    return ExitCode.INTERRUPTED;
  }

  /**
   * Writes the page of all, prints them, and gives the exit code; one that no fork was played for
   * has no page.
   */
  int show(List<StudyResult> results) {
    List<StoredRun> played =
        results.stream()
            .filter(result -> !result.study().points().isEmpty())
            .map(result -> store.find(result.folder().toString()))
            .toList();
    String page = played.isEmpty() ? null : ReportPage.ofStudies(played);
    JointRecord together =
        results.size() == 1
            ? JointRecord.NONE
            : JointAnswers.of(played.stream().map(StoredStudy::read).toList());
    if (foliot.json()) {
      foliot
          .console()
          .out()
          .println(
              results.size() == 1
                  ? StudyJson.of(results.getFirst().study(), foliot.next(), store.dir(), page)
                  : StudyJson.of(results, together, foliot.next(), store.dir(), page));
    } else if (foliot.details()) {
      new JointText(foliot.console().out()).print(together);
      if (page != null) {
        foliot.console().out().println("page: " + page);
      }
    } else {
      brief(results, together, page == null ? null : Path.of(page));
    }
    return results.stream()
            .anyMatch(result -> result.study().validity().verdict() == Verdict.INVALID)
        ? ExitCode.INVALID
        : ExitCode.DONE;
  }

  private void brief(List<StudyResult> results, JointRecord together, @Nullable Path page) {
    StudyBrief brief = new StudyBrief(foliot.brief(), foliot.next());
    if (results.size() == 1) {
      StudyResult one = results.getFirst();
      StoredRun run = store.find(one.folder().toString());
      brief.print(one.study(), run.run(), isExplained ? Explanations.ofStudy(run) : null, page);
    } else {
      brief.print(results.stream().map(StudyResult::study).toList(), together, page);
    }
  }
}
