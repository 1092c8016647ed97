package dev.foliot.store.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HotMethodsTest {
  private static Profile profile(ProfileStack... stacks) {
    return new Profile(
        new ProfileRecord(
            ProfileRecord.SCHEMA,
            ProfileRecord.ASYNC,
            new ProfileRecord.Sampling(10_000_000, 256, 10, 0, 0, 0, 0, 0),
            null),
        List.of(stacks));
  }

  private static final Profile PROFILE =
      profile(
          new ProfileStack(List.of("a.Main.main", "a.Orders.find", "libc.so.6.memset"), 600),
          new ProfileStack(List.of("a.Main.main", "a.Main.main", "a.Orders.find"), 397),
          new ProfileStack(List.of("a.Main.main"), 3));

  @Test
  void shouldNameTheMethodsThatRunThemselves() {
    assertThat(HotMethods.of(ProfileKind.CPU, PROFILE, 10))
        .containsExactly(
            new HotMethods.Hot("libc.so.6.memset", 0.6, 0.6),
            new HotMethods.Hot("a.Orders.find", 0.397, 0.997));
  }

  @Test
  void shouldNameTheJavaMethodThatWaits() {
    assertThat(HotMethods.of(ProfileKind.WALL, PROFILE, 10))
        .containsExactly(new HotMethods.Hot("a.Orders.find", 0.997, 0.997));
  }

  @Test
  void shouldNameNoneOfAnEmptyProfile() {
    assertThat(HotMethods.of(ProfileKind.CPU, profile(), 10)).isEmpty();
  }
}
