package dev.foliot.checks.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;

/** Libraries never print, exit or log; only the command line and the apps do. */
final class HouseRulesTest {
  private static final DescribedPredicate<JavaClass> CLI = resideInAPackage("dev.foliot.cli..");

  /** Entry points of separate processes, whose exit code is for their parent. */
  private static final DescribedPredicate<JavaClass> FORK =
      named("dev.foliot.bench.ForkMain")
          .or(named("dev.foliot.bench.ForkParent"))
          .or(named("dev.foliot.jlbh.JlbhForkMain"))
          .or(named("dev.foliot.load.driver.DriverMain"));

  /** The entry point of a built-in service: a separate process too. */
  private static final DescribedPredicate<JavaClass> APPS = named("dev.foliot.apps.Apps");

  /** The entry point of an agent, whose invalid options may name no file. */
  private static final DescribedPredicate<JavaClass> AGENT = named("dev.foliot.steer.Agent");

  /**
   * One in each of the harness, the pool, the services, the kernel interfaces, the examinations,
   * the watch.
   */
  private static final DescribedPredicate<JavaClass> CLOCK =
      named("dev.foliot.bench.SystemNanoClock")
          .or(named("dev.foliot.pool.SystemNanoClock"))
          .or(named("dev.foliot.linux.proc.Stopwatch"))
          .or(named("dev.foliot.diagnose.clock.NanoClock"))
          .or(named("dev.foliot.watch.SystemClock"))
          .or(named("dev.foliot.apps.service.SystemNanoClock"));

  @Test
  void shouldPrintOnlyInTheCommandLineAndInAnApp() {
    noClasses()
        .that(not(CLI).and(not(APPS)).and(not(AGENT)))
        .should(ACCESS_STANDARD_STREAMS)
        .check(Shipped.CLASSES);
    noClasses().that(not(CLI)).should().callMethod(System.class, "console").check(Shipped.CLASSES);
  }

  @Test
  void shouldExitOnlyInTheCommandLineAndInProcessesOfTheirOwn() {
    noClasses()
        .that(not(CLI).and(not(FORK)).and(not(APPS)))
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(Shipped.CLASSES);
  }

  @Test
  void shouldNeverPrintAStackTraceToAStandardStream() {
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "printStackTrace()",
                call ->
                    call.getName().equals("printStackTrace")
                        && call.getTarget().getRawParameterTypes().isEmpty()
                        && call.getTargetOwner().isAssignableTo(Throwable.class)))
        .orShould()
        .callMethod(Thread.class, "dumpStack")
        .check(Shipped.CLASSES);
  }

  /**
   * The pool warns of stalls, and its starter of tasks that it interrupts: they have no terminal,
   * and their owner may have no listener.
   */
  @Test
  void shouldNotLog() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.foliot.pool.Control")
        .and()
        .doNotHaveFullyQualifiedName("dev.foliot.pool.spring.boot.starter.PoolLifecycle")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(System.Logger.class)
        .check(Shipped.CLASSES);
  }

  @Test
  void shouldReadTheClockInOnePlaceOfAModule() {
    noClasses()
        .that(not(CLOCK))
        .should()
        .callMethod(System.class, "nanoTime")
        .check(Shipped.CLASSES);
  }

  @Test
  void shouldNameNoPackageAfterALackOfIdeas() {
    noClasses()
        .should()
        .resideInAnyPackage("..util..", "..common..", "..impl..", "..manager..", "..helper..")
        .check(Shipped.CLASSES);
  }

  /** The class of that name and those nested in it. */
  private static DescribedPredicate<JavaClass> named(String name) {
    return describe(
        name, type -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
  }
}
