package dev.foliot.checks.specimens;

/** The loader of the lottery, and two that differ only in their name. */
class TemplateLoader extends dev.foliot.apps.lottery.TemplateLoader {
  /** One of them. */
  static final class Left extends TemplateLoader {}

  /** The other. */
  static final class Right extends TemplateLoader {}
}
