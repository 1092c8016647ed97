package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.linux.CpuList;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Traffic;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.file.StudyFile;
import dev.foliot.study.file.StudyFileOptions;
import dev.foliot.study.framework.AppRequest;
import dev.foliot.study.framework.MadeUpJar;
import dev.foliot.study.framework.ServiceApp;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that a jar makes is read as any study file. */
class JarStudyTest {
  private static final String SWITCH = "SPRING_THREADS_VIRTUAL_ENABLED";

  @TempDir Path folder;

  private ServiceApp app(String name) throws IOException {
    Path jar =
        new MadeUpJar(folder.resolve(name))
            .with("Main-Class", "shop.Shop")
            .with("Spring-Boot-Version", "3.5.7")
            .write();
    return of(jar, Optional.empty());
  }

  private ServiceApp of(Path file, Optional<Path> server) {
    return ServiceApp.of(
        new AppRequest(
            "--jar", file, server, folder.resolve("base"), folder, List.of(), List.of(), Map.of()));
  }

  private JarStart start(List<String> args) throws IOException {
    return new JarStart(
        app("it's my app.jar"),
        Optional.empty(),
        Jdk.current(),
        List.of("-Xmx512m"),
        args,
        Optional.of(JarDownstream.parse("stock.url=http://127.0.0.1:9000/v1,100ms")),
        folder);
  }

  private static StudyPlan read(Path file) {
    return StudyFile.read(
        file,
        new StudyFileOptions(
            null,
            null,
            7L,
            7,
            List.of(),
            new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of()),
            new ClassPath(List.of()),
            List.of("study")));
  }

  private StudyPlan plan(JarStart start, JarEndpoints endpoints, Path file) throws IOException {
    JarStudy study = new JarStudy(start, endpoints, 400, new JarStudy.Times(4, 20, true, 10));
    Files.writeString(file, study.yaml(file));
    return read(file);
  }

  @Test
  void shouldPlayTheJarOnBothKindsOfThreads() throws IOException {
    StudyPlan plan =
        plan(
            start(List.of("--price=${2}", "--greeting=it's #1: \"x\"")),
            new JarEndpoints(
                "/actuator/health",
                List.of(
                    JarEndpoint.get("/orders/${random:1-9}"),
                    new JarEndpoint("POST", "/orders", "{\"it's\": 1}")),
                JarEndpoints.Source.ASKED),
            folder.resolve("study.yaml"));

    assertThat(plan.study().label()).isEqualTo("throughput");
    assertThat(plan.forks()).isEqualTo(4);
    assertThat(plan.arms())
        .extracting(ArmPlan::name)
        .containsExactly("platform threads", "virtual threads");
    assertThat(plan.arms())
        .extracting(arm -> arm.bounds().environment())
        .containsExactly(Map.of(SWITCH, "false"), Map.of(SWITCH, "true"));
    for (ArmPlan arm : plan.arms()) {
      assertThat(arm.start()).isInstanceOf(ArmStart.Command.class);
      ArmStart.Command command = (ArmStart.Command) arm.start();
      assertThat(command.words())
          .containsExactly(
              "${java}",
              "-Xmx512m",
              "-jar",
              "it's my app.jar",
              "--price=$${2}",
              "--greeting=it's #1: \"x\"",
              "--stock.url=http://127.0.0.1:${remote-port}/v1",
              "--server.address=127.0.0.1",
              "--server.port=${port}",
              "--management.server.port=${port}",
              "--management.endpoints.web.base-path=/actuator");
      assertThat(command.health()).isEqualTo("/actuator/health");
      assertThat(command.folder()).isEqualTo(folder);
    }
    assertThat(plan.steps())
        .extracting(StepPlan::traffic)
        .containsExactly(new Traffic.Closed(400, 0));
    assertThat(plan.steps().getFirst().warmUp())
        .isEqualTo(new StepPlan.WarmUp(20_000_000_000L, 400, true));
    assertThat(plan.measures().diagnosis()).isTrue();
    assertThat(plan.measures().recording()).isFalse();
    assertThat(plan.target().requests()).hasSize(2);
    assertThat(plan.target().remote()).isEqualTo(new RemotePlan("127.0.0.1:9000", "constant"));
    assertThat(plan.steps().getFirst().delayNs()).isEqualTo(100_000_000);
    assertThat(plan.warnings()).isEmpty();
  }

  /** A file elsewhere names the folder in which the program runs. */
  @Test
  void shouldRunTheJarInTheSameFolderWhereverTheFileIs() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));

    StudyPlan plan =
        plan(
            start(List.of()),
            new JarEndpoints("/", List.of(JarEndpoint.get("/")), JarEndpoints.Source.ROOT),
            elsewhere.resolve("study.yaml"));

    assertThat(((ArmStart.Command) plan.arms().getFirst().start()).folder()).isEqualTo(folder);
    assertThat(plan.target().requests()).containsExactly(RequestTemplate.get("/"));
  }

  private static List<String> words(ArmPlan arm) {
    return ((ArmStart.Command) arm.start()).words();
  }

  /** Two builds of Quarkus, whose threads no option switches. */
  @Test
  void shouldPlayTwoBuildsWhereTheBuildDecides() throws IOException {
    List<ServiceApp> builds = new ArrayList<>();
    for (String name : List.of("virtual", "platform")) {
      builds.add(
          of(
              new MadeUpJar(folder.resolve(name + ".jar"))
                  .with("Main-Class", "io.quarkus.runner.GeneratedMain")
                  .write(),
              Optional.empty()));
    }

    StudyPlan plan =
        plan(
            new JarStart(
                builds.getFirst(),
                Optional.of(builds.getLast()),
                Jdk.current(),
                List.of(),
                List.of("one"),
                Optional.of(JarDownstream.parse("stock.url=http://127.0.0.1:9000/v1,100ms")),
                folder),
            new JarEndpoints("/", List.of(JarEndpoint.get("/")), JarEndpoints.Source.ROOT),
            folder.resolve("study.yaml"));

    assertThat(plan.arms())
        .extracting(ArmPlan::name)
        .containsExactly("platform threads", "virtual threads");
    assertThat(words(plan.arms().getFirst()))
        .containsExactly(
            "${java}",
            "-Dstock.url=http://127.0.0.1:${remote-port}/v1",
            "-Dquarkus.http.host=127.0.0.1",
            "-Dquarkus.http.port=${port}",
            "-jar",
            "platform.jar",
            "one");
    assertThat(words(plan.arms().getLast())).contains("virtual.jar");
    assertThatThrownBy(() ->
            new JarStart(
                builds.getFirst(),
                Optional.empty(),
                Jdk.current(),
                List.of(),
                List.of(),
                Optional.empty(),
                folder))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith(
            "--jar: virtual.jar is Quarkus, where a method has virtual threads");
  }

  @Test
  void shouldRefuseAJdkWithoutVirtualThreads() {
    assertThatThrownBy(() ->
            new JarStart(
                app("app.jar"),
                Optional.empty(),
                new Jdk(Path.of("/opt/jdk-17"), "17.0.15", 17),
                List.of(),
                List.of(),
                Optional.empty(),
                folder))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "/opt/jdk-17 is a JDK 17.0.15 without virtual threads: name a JDK 21 or later with"
                + " --jdk");
  }
}
