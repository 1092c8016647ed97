package dev.foliot.study.framework;

/** Whether a service's threads can be switched without another build. */
public sealed interface Switching {
  /**
   * They can.
   *
   * @param platform what makes platform threads serve
   * @param virtual what makes virtual threads serve
   */
  record By(ThreadWords platform, ThreadWords virtual) implements Switching {}

  /**
   * They cannot: the build decides.
   *
   * @param why with what to do, after the name of the file
   */
  record Never(String why) implements Switching {}
}
