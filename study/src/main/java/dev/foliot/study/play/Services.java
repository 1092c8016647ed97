package dev.foliot.study.play;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.CpuList;
import dev.foliot.service.Jdk;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.Ports;
import dev.foliot.service.run.RunningArm;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.FoliotException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts the services of a fork, each on its CPUs and its own port. For one thread.
 *
 * <p>It waits for a service only if another one needs it: two JVMs that start at once on separate
 * CPUs take the time of one.
 */
final class Services {
  private static final String REMOTE = "remote";
  private static final long STOP_NS = 10_000_000_000L;

  private final StudyPlan plan;
  private final Path log;
  private final Path remoteLog;
  private final NanoClock clock;
  private int lastPort;

  /**
   * @param log takes the service's output, whose end has the reason of a failed start
   * @param remoteLog takes the remote system's output
   */
  Services(StudyPlan plan, Path log, Path remoteLog, NanoClock clock) {
    this.plan = plan;
    this.log = log;
    this.remoteLog = remoteLog;
    this.clock = clock;
  }

  /**
   * Starts the remote system.
   *
   * @param delayNs its delay
   * @param seed of the delays
   * @throws dev.foliot.service.run.ArmException if it cannot be started
   * @throws FoliotException if this system cannot run services
   */
  Service remote(RemotePlan remote, long delayNs, long seed) throws InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                REMOTE,
                "--delay",
                delayNs / 1_000 + "us",
                "--distribution",
                remote.distribution(),
                "--seed",
                Long.toString(seed)));
    int clientPort = freePort();
    int port = clientPort;
    if (remote.system() != null) {
      port = freePort();
      words.addAll(List.of("--link", remote.system(), "--link-port", Integer.toString(clientPort)));
    }
    ArmCommand command =
        ArmCommand.of(
            REMOTE,
            app(Jdk.current(), jvmArgs(), words, port),
            URI.create("http://127.0.0.1:" + port + "/health"));
    RunningArm process =
        RunningArm.launch(command.on(plan.cpus().remote()), remoteLog, STOP_NS, clock);
    return new Service(process, port, clientPort, ArmBounds.USUAL_READY_NS);
  }

  /** Short forks, whose figures do not matter, take most of their time to start. */
  private List<String> jvmArgs() {
    return plan.form() == StudyForm.TEST ? List.of("-XX:TieredStopAtLevel=1") : List.of();
  }

  /**
   * Starts the service of an arm within its limits. A command's remote system is ready first,
   * because the command may call it at its start; built-in services call it only on requests.
   *
   * @param step its load
   * @param remote the system that it calls; null for none
   * @throws dev.foliot.service.run.ArmException if it cannot be started, or its remote system does
   *     not get ready
   * @throws FoliotException if this system cannot run services
   */
  Service of(ArmPlan arm, StepPlan step, @Nullable Service remote) throws InterruptedException {
    Integer count = step.cpus();
    CpuList cpus =
        count == null
            ? arm.bounds().cpusOf(plan.cpus())
            : plan.cpus().withServiceCpus(count).service();
    int port = port(arm.start());
    Placeholders words = Placeholders.of(arm.start(), cpus.size(), port, remote);
    ArmBounds bounds = arm.bounds();
    Map<String, String> environment = new HashMap<>();
    bounds.environment().forEach((name, value) -> environment.put(name, words.filled(value)));
    ArmCommand command =
        new ArmCommand(
            arm.name(),
            switch (arm.start()) {
              case ArmStart.BuiltIn builtIn ->
                  app(
                      builtIn.jdk(),
                      builtIn.jvmArgs(),
                      appWords(step, builtIn, cpus.size(), remote),
                      port);
              case ArmStart.Lottery _ -> throw new IllegalStateException("a lottery serves nobody");
              case ArmStart.Command own -> own.words().stream().map(words::filled).toList();
            },
            arm.start() instanceof ArmStart.Command own ? own.folder() : null,
            environment,
            cpus,
            bounds.quotaCpus(),
            bounds.memoryBytes(),
            health(arm.start(), words, port));
    if (remote != null && arm.start() instanceof ArmStart.Command) {
      remote.awaitReady();
    }
    return new Service(
        RunningArm.launch(command, log, STOP_NS, clock), port, port, bounds.readyWithinNs());
  }

  private List<String> appWords(
      StepPlan step, ArmStart.BuiltIn arm, int cpus, @Nullable Service remote) {
    List<String> words =
        new ArrayList<>(List.of(step.app().label(), "--strategy", arm.strategy().on(cpus)));
    if (arm.threadBufferBytes() > 0) {
      words.addAll(List.of("--thread-buffer", Integer.toString(arm.threadBufferBytes())));
    }
    if (remote != null) {
      words.addAll(List.of("--remote", remote.url()));
    }
    Long taskNs = step.taskNs();
    if (taskNs != null) {
      words.addAll(List.of("--work", taskNs / 1_000 + "us"));
      words.addAll(List.of("--steps-per-ns", plan.machine().stepsPerNsText()));
    }
    return words;
  }

  private static URI health(ArmStart start, Placeholders words, int port) {
    String health =
        switch (start) {
          case ArmStart.BuiltIn _, ArmStart.Lottery _ -> "/health";
          case ArmStart.Command own -> words.filled(own.health());
        };
    return URI.create(health.startsWith("/") ? "http://127.0.0.1:" + port + health : health);
  }

  private int port(ArmStart start) {
    return start instanceof ArmStart.Command own && own.port().isPresent()
        ? own.port().getAsInt()
        : freePort();
  }

  private List<String> app(Jdk jdk, List<String> flags, List<String> words, int port) {
    List<String> arguments = new ArrayList<>(words);
    arguments.addAll(List.of("--port", Integer.toString(port)));
    return ArmCommand.java(jdk, flags, plan.apps(), StudyApp.MAIN, arguments);
  }

  /**
   * A free port other than the last one, whose service may not listen yet. If another process takes
   * it first, the error says so.
   */
  private int freePort() {
    int port = lastPort;
    while (port == lastPort) {
      port = Ports.free();
    }
    lastPort = port;
    return port;
  }
}
