package dev.foliot.cli;

import dev.foliot.report.StudyReport;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.joint.JointAnswers;
import dev.foliot.text.LabException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** A report's page as a file. */
final class ReportPage {
  private static final String USUAL_FILE = "report.html";

  private ReportPage() {}

  /** Where a page goes that nobody named a file for. */
  static Path usual(StoredRun run) {
    return run.path().resolve(USUAL_FILE);
  }

  /**
   * Writes the page of studies into the folder of the first.
   *
   * @param studies at least one
   * @return its path, absolute, to be printed
   * @throws LabException if it cannot be made or written
   */
  static String ofStudies(List<StoredRun> studies) {
    return write(usual(studies.getFirst()), () -> html(studies));
  }

  /** The page of studies, their answers computed again from what is stored. */
  static String html(List<StoredRun> studies) {
    // what is no study is refused below
    List<StoredStudy> read =
        StudyReport.isFor(studies)
            ? studies.stream().map(StoredStudy::read).map(Studies::answered).toList()
            : List.of();
    return StudyReport.html(
        studies, read, read.size() < 2 ? JointRecord.NONE : JointAnswers.of(read));
  }

  /**
   * Writes a page.
   *
   * @return its path, absolute, to be printed
   * @throws LabException if it cannot be made or written
   */
  static String write(Path file, Supplier<String> html) {
    String page = made(html);
    ResultFile.write(file, out -> out.write(page.getBytes(StandardCharsets.UTF_8)));
    return file.toAbsolutePath().normalize().toString();
  }

  private static String made(Supplier<String> html) {
    try {
      return html.get();
    } catch (ReportException e) {
      throw new LabException(LabException.Cause.USAGE, String.valueOf(e.getMessage()));
    }
  }
}
