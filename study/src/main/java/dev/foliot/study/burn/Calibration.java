package dev.foliot.study.burn;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.Jdk;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.ArmException;
import dev.foliot.service.run.RunningArm;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The steps of CPU work per nanosecond. They are measured once for a study and used for all its
 * arms. Separate measurements would give arms different work.
 *
 * @param stepsPerNs above 0
 */
public record Calibration(double stepsPerNs) {
  private static final long WITHIN_NS = 60_000_000_000L;
  private static final int LONGEST = 4_096;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Calibrates a plan whose work is given in CPU time. */
  public static StudyPlan of(StudyPlan plan, Path folder) throws InterruptedException {
    return isNeeded(plan) ? plan.measured(find(plan, folder).stepsPerNs) : plan;
  }

  /** Whether a study's work is given in CPU time. */
  public static boolean isNeeded(StudyPlan plan) {
    return plan.steps().stream().anyMatch(step -> step.taskNs() != null);
  }

  /**
   * Measures it, on Foliot's JDK and the CPUs of the service.
   *
   * @param folder for its result and output
   * @throws FoliotException if that fails
   */
  public static Calibration find(StudyPlan plan, Path folder) throws InterruptedException {
    Path result = folder.resolve("calibration.json");
    List<String> words =
        ArmCommand.java(
            Jdk.current(),
            List.of(),
            plan.apps(),
            StudyApp.MAIN,
            List.of("calibrate", "--result", result.toString()));
    try (RunningArm calibrate =
        RunningArm.launch(
            ArmCommand.of("calibrate", words, null).on(plan.cpus().service()),
            folder.resolve("calibrate.log"),
            0,
            NanoClock.system())) {
      calibrate.await(WITHIN_NS);
      return read(result);
    } catch (ArmException | IOException e) {
      throw FoliotException.environment(
          "how much CPU work takes a nanosecond could not be found ("
              + e.getMessage()
              + "): see whether this JDK starts other programs");
    }
  }

  /** Parses the output of calibrate. */
  static Calibration read(Path result) throws IOException {
    try (var in = Files.newInputStream(result)) {
      double steps = MAPPER.readTree(in.readNBytes(LONGEST)).path("steps_per_ns").asDouble(0);
      if (!(steps > 0) || Double.isInfinite(steps)) {
        throw new IOException("its result has no steps above 0");
      }
      return new Calibration(steps);
    } catch (JacksonException e) {
      throw new IOException("its result is no JSON", e);
    }
  }
}
