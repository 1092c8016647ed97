package dev.foliot.demo;

import dev.foliot.text.Reason;

/** Why a part of a demo cannot be shown. */
public sealed interface DemoReason extends Reason {

  /**
   * The JDK already has the fix for the demonstrated problem.
   *
   * @param jdk its version
   */
  record JdkHasCure(String jdk) implements DemoReason {
    @Override
    public String text() {
      return "JDK "
          + jdk
          + " has the cure for it, also with its diagnostic flags: install a JDK that has not (17"
          + " to 20, or 21 before 21.0.8), for example openjdk-17-jdk, or name one with --jdk";
    }
  }

  /**
   * A class is equally fast at every address of a cache line.
   *
   * @param prediction the reason, from its prediction
   */
  record AddressesAlike(String prediction) implements DemoReason {
    @Override
    public String text() {
      return "all addresses of a line are alike here: " + prediction;
    }
  }

  /**
   * A class got the same kind of address twice.
   *
   * @param jdk the JDK's version
   */
  record ClassNotMoved(String jdk) implements DemoReason {
    @Override
    public String text() {
      return "the class could not be moved to another kind of address on JDK "
          + jdk
          + ": try another with --jdk, for example an openjdk-17-jdk";
    }
  }

  /**
   * A fork ended without figures.
   *
   * @param failure the failure; empty if it did not fail
   * @param run the id of the run that contains it
   */
  record ForkCameToNothing(String failure, String run) implements DemoReason {
    @Override
    public String text() {
      return "the fork came to nothing"
          + (failure.isEmpty() ? "" : " (" + failure + ")")
          + ": see foliot report "
          + run;
    }
  }

  /**
   * No service answered.
   *
   * @param why the first service's output, or a command that shows it
   */
  record NoServiceLoaded(String why) implements DemoReason {
    @Override
    public String text() {
      return "no service could be put under load: " + why;
    }
  }
}
