import { AppError } from '../../../shared/errors.ts'
import { Role } from '../../../shared/role.ts'
import { BUILT_IN_ROLES } from './built-in-roles.ts'

/** Knows the roles that something stored makes: of a job, of a profile. */
export interface RoleSource {
  /** Null: not one of its own, or no longer there. */
  readonly find: (id: string) => Role | null
  readonly list: () => readonly Role[]
}

export interface Roles {
  /** As it is now; null: there is no such role, and whatever ran in it may do nothing any more. */
  readonly find: (id: string) => Role | null
  /** @throws AppError `input.not-found` */
  readonly get: (id: string) => Role
  /** The built-in ones, then those of each source. */
  readonly list: () => readonly Role[]
}

/**
 * @param permits whether there are runs in such a role at all, on this machine
 * @param made built-in ones that a person can give something, as they are now, by id
 * @throws AppError `internal.bug` where a source hands out what isn't a role, or one under another id
 */
export function createRoles(sources: readonly RoleSource[] = [], permits: (role: Role) => boolean = () => true, made: ReadonlyMap<string, () => Role> = new Map()): Roles {
  const shipped = BUILT_IN_ROLES.filter(permits)
  const builtIn = new Map(shipped.map((role) => [role.id, role]))
  const asMade = (role: Role): Role => { const make = made.get(role.id); return make === undefined ? role : checked(make(), role.id) }
  const find = (id: string): Role | null => {
    const own = builtIn.get(id)
    if (own !== undefined) return asMade(own)
    for (const source of sources) {
      const made = source.find(id)
      if (made !== null) return permits(made) ? checked(made, id) : null
    }
    return null
  }
  return {
    find,
    get: (id) => find(id) ?? missing(id),
    list: () => [...shipped.map(asMade), ...sources.flatMap((source) => source.list()).filter(permits)],
  }
}

function checked(made: Role, id: string): Role {
  const parsed = Role.safeParse(made)
  if (!parsed.success || made.id !== id) throw new AppError('internal.bug', `The role ${id} is not a role.`, { cause: parsed.error })
  return made
}

function missing(id: string): never {
  throw new AppError('input.not-found', `There is no role “${id}”.`)
}
