package dev.foliot.report;

import dev.foliot.report.flame.FlameSection;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.report.study.ArmView;
import dev.foliot.report.study.StudySections;
import dev.foliot.report.study.StudyView;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Studies as one HTML page: of one study its answers and pictures, of several first what they
 * answer together. The page is as {@link Report}'s: it makes no request, and is read as well
 * without its script.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class StudyReport {
  private static final int MOST_ARMS = 8;

  private StudyReport() {}

  /**
   * Whether this page is the one for some runs, rather than that of {@link Report}.
   *
   * @throws ReportException if some are studies and some are not
   */
  public static boolean isFor(List<StoredRun> runs) {
    long studies = runs.stream().filter(StudyFiles::isStudy).count();
    if (studies > 0 && studies < runs.size()) {
      throw new ReportException(
          "studies and bench runs make no page together: report them apart ("
              + runs.stream()
                  .limit(MOST_ARMS)
                  .map(run ->
                      Foreign.text(run.id(), 40)
                          + (StudyFiles.isStudy(run) ? " is a study" : " is none"))
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return studies > 0;
  }

  /**
   * The page.
   *
   * @param runs studies, at least one, in the order in which the page has them
   * @param read the same, with their answers
   * @param joint what they answer together
   * @throws ReportException if one is no study or has no whole fork
   * @throws dev.foliot.store.StoreException if one cannot be read
   */
  public static String html(List<StoredRun> runs, List<StoredStudy> read, JointRecord joint) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    if (!isFor(runs)) {
      throw new ReportException("the run " + Foreign.name(runs.getFirst().id()) + " is no study");
    }
    List<StudyView> studies = StudyView.of(read);
    List<Section> sections = new StudySections(studies, joint).all();
    for (int i = 0; i < studies.size(); i++) {
      StudyView study = studies.get(i);
      FlameSection.ofStudy(runs.get(i), study, studies.size() == 1 ? "" : study.name() + ": ")
          .ifPresent(flames -> Section.insertAfter(sections, study.key(), flames));
    }
    return Page.html(heading(studies, joint), subtitle(studies), sections);
  }

  private static String heading(List<StudyView> studies, JointRecord joint) {
    if (studies.size() > 1
        && studies.stream().allMatch(one -> joint.studies().contains(one.study().id()))) {
      return Foreign.sentence(joint.question());
    }
    return studies.stream()
        .map(one -> Foreign.name(one.study().study()))
        .distinct()
        .limit(MOST_ARMS)
        .collect(Collectors.joining(", "));
  }

  private static List<String> subtitle(List<StudyView> studies) {
    List<String> lines = new ArrayList<>();
    if (studies.size() > 1) {
      lines.add("At which load, on which JDK, with how many CPUs, at what memory?");
    }
    lines.add(
        String.join(
            " · ",
            each(studies, view -> view.arms().stream().map(ArmView::name)),
            each(
                studies,
                view ->
                    view.study().arms().stream()
                        .map(arm -> "JDK " + Foreign.text(String.valueOf(arm.jdkVersion()), 40))),
            "service on CPUs "
                + each(
                    studies,
                    view ->
                        Stream.of(
                            Foreign.text(String.valueOf(view.study().cpus().service()), 40)))));
    studies.forEach(one -> lines.add(line(one, studies.size() > 1)));
    return lines;
  }

  private static String each(List<StudyView> studies, Function<StudyView, Stream<String>> texts) {
    return studies.stream()
        .flatMap(texts)
        .distinct()
        .limit(MOST_ARMS)
        .collect(Collectors.joining(", "));
  }

  private static String line(StudyView view, boolean several) {
    StudyRecord study = view.study();
    return (several ? view.name() + ": " : "")
        + String.join(
            " · ",
            Foreign.text(study.form(), 40) + " form",
            Units.count(study.points().size(), "fork"),
            Foreign.text(view.run().startedAt(), 40).replaceAll("\\.\\d+Z$", "Z"),
            Foreign.text(study.id(), 40))
        + (study.complete() ? "" : " · the study did not come to its end");
  }
}
