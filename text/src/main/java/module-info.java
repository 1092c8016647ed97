/** Text that people read. It serves Foliot's other libraries. */
module dev.foliot.text {
  requires static org.jspecify;

  exports dev.foliot.text;

  uses dev.foliot.text.ReasonFamilies;
}
