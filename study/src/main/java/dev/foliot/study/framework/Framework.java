package dev.foliot.study.framework;

import java.util.List;
import java.util.Optional;

/** A framework, or a server of wars: it knows its applications, and how they are started. */
interface Framework {
  /** All of them, in the order in which they are asked. */
  List<Framework> ALL =
      List.of(new WebArchive(), new SpringBoot(), new Quarkus(), new Helidon(), new Micronaut());

  /**
   * The application in an archive; empty if it is another framework's.
   *
   * @throws dev.foliot.text.FoliotException if it is one of this framework that cannot be started
   */
  Optional<ServiceApp> of(Archive archive, AppRequest request);

  /** The number before the first dot of a version; 0 where there is none. */
  static int major(String version) {
    String digits = version.split("[^0-9]", 2)[0];
    return digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits);
  }
}
