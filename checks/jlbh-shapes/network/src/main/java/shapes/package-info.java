/** Programs for JLBH in the shapes of public ones; {@code run} beside this module plays them. */
package shapes;
